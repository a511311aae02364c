"""Write `web/src/generated/`: TypeScript of the Python types that the server and the games use, the games' decks, and close codes.

Run it as `python -m tools.page_types`; with --check, it only says whether they are as they should be.
`web/generate.js` does the writing, with json-schema-to-typescript.
"""

import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import msgspec

from seaboard import GAMES
from seaboard.server import close_codes, protocol, versions
from seaboard.server.http import schemas
from tools.build_page import WEB, environment_of, find_npm, install

GENERATED = WEB / "src" / "generated"


def main() -> int:
    """Write the files, or compare them."""
    npm = find_npm()
    environment = environment_of(npm)
    install(npm, environment)
    with tempfile.TemporaryDirectory() as folder:
        command = [str(npm.parent / "node"), "generate.js", folder]
        if subprocess.run(command, input=json.dumps(all_schemas()), text=True, cwd=WEB, env=environment, check=False).returncode:
            sys.exit("The page's types could not be made (the message is above).")
        values = {
            "close-codes.json": {code.name: code.value for code in close_codes.CloseCode},
            "decks.json": all_decks(),
            "versions.json": {"protocol": versions.PROTOCOL},
        }
        made = contents(Path(folder)) | {name: json.dumps(value, indent=1) + "\n" for name, value in values.items()}
    if made == contents(GENERATED):
        return 0
    if "--check" in sys.argv[1:]:
        sys.exit("web/src/generated/ is not what the Python types say: run `make page-types` and commit the result.")
    shutil.rmtree(GENERATED, ignore_errors=True)
    GENERATED.mkdir()
    for name, text in made.items():
        (GENERATED / name).write_text(text, encoding="utf-8")
    return 0


def contents(folder: Path) -> dict[str, str]:
    """Every file of a folder, by name."""
    return {file.name: file.read_text(encoding="utf-8") for file in sorted(folder.iterdir())} if folder.exists() else {}


def all_decks() -> dict[str, Any]:
    """The cards of each game that has some to look at, with what is printed on them."""
    return {game.name: game.view.deck() for game in GAMES.values() if hasattr(game.view, "deck")}


def all_schemas() -> dict[str, Any]:
    """The JSON Schema of each file: the protocol's, and one for each game that says what it tells."""
    messages = {"FromClient": protocol.FromClient, "FromReader": protocol.FromReader, "FromServer": protocol.FromServer}
    bodies = {shape.__name__: shape for shape in (*schemas.REQUESTS, *schemas.ANSWERS)}
    found = {"protocol": schema_of("Protocol", {**messages, **bodies})}
    for game in GAMES.values():
        if game.shapes is not None:
            told = {name: getattr(game.shapes, name) for name in ("Table", "Event", "Options")}
            found[game.name] = schema_of("Shapes", told)
    return found


def schema_of(title: str, types: dict[str, Any]) -> dict[str, Any]:
    """One schema with all these types, and all that they are made of, among its definitions."""
    shapes, definitions = msgspec.json.schema_components(types.values(), ref_template="#/definitions/{name}")
    for name, shape in zip(types, shapes, strict=True):
        definitions.setdefault(name, shape)
    everything = {name: {"$ref": f"#/definitions/{name}"} for name in types}
    whole = {"title": title, "type": "object", "properties": everything, "required": list(types), "definitions": definitions}
    return dict(understood(whole))


def understood(schema: Any) -> Any:
    """The same schema as the generator understands it: it knows drafts up to 7, and takes an object without fields for an empty one."""
    if isinstance(schema, list):
        return [understood(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    found = {name: understood(value) for name, value in schema.items()}
    if "prefixItems" in found:
        found["items"] = found.pop("prefixItems")
        found["additionalItems"] = False
    elif found.get("type") == "array":
        found.pop("minItems", None)  # or every length gets a type of its own
        found.pop("maxItems", None)
    if found == {"type": "object"}:
        found["additionalProperties"] = True
    return found


if __name__ == "__main__":
    sys.exit(main())
