"""The games as environments for those who train and study players."""

from seaboard.envs.batch import Batch as batch

__all__ = ["batch"]
