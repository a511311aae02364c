/** Writes src/generated/: TypeScript of the JSON Schemas that come on stdin, by file name. `tools/page_types.py` calls it. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text as whole } from 'node:stream/consumers';
import { compile } from 'json-schema-to-typescript';
import { format, resolveConfig } from 'prettier';

const [, , folder] = process.argv;
const NOTE = '/* Made from the Python types by `make page-types`. Change those, not this. */';

for (const [name, schema] of Object.entries(JSON.parse(await whole(process.stdin)))) {
  const text = await compile(schema, schema.title, {
    additionalProperties: false,
    bannerComment: NOTE,
    format: false,
  });
  const file = join(folder, `${name}.ts`);
  writeFileSync(file, await format(text, { ...(await resolveConfig(import.meta.filename)), parser: 'typescript' }));
}
