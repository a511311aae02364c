"""What all tables of the database are listed in."""

from sqlalchemy import MetaData

metadata = MetaData()
