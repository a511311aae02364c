"""A page that shows the OpenAPI description, with nothing from other sites."""

DOCS = """<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Seaboard: the API</title>
<link rel="stylesheet" href="/api/docs.css"><script src="/api/docs.js" defer></script>
<body><h1>Seaboard: the API</h1><p>From <a href="/api/openapi.json">openapi.json</a>. Live messages are in docs/server.md.</p>
<main></main></body></html>
"""

STYLE = """body{font:16px/1.5 system-ui;max-width:60rem;margin:2rem auto;padding:0 1rem}
details{border-top:1px solid #8888;padding:.5rem 0}summary{cursor:pointer}code,pre{font-family:ui-monospace,monospace;font-size:.9rem}
pre{overflow:auto;background:#8881;padding:.5rem}b{display:inline-block;min-width:4rem}"""

SCRIPT = """const follow = (api, s) => !s || typeof s !== 'object' ? s
  : s.$ref ? follow(api, s.$ref.split('/').slice(1).reduce((at, part) => at[part], api))
  : Array.isArray(s) ? s.map(x => follow(api, x)) : Object.fromEntries(Object.entries(s).map(([k, v]) => [k, follow(api, v)]));
const add = (to, tag, text) => { const e = document.createElement(tag); e.textContent = text; to.append(e); return e; };
fetch('/api/openapi.json').then(r => r.json()).then(api => {
  const main = document.querySelector('main');
  for (const [path, methods] of Object.entries(api.paths)) for (const [method, what] of Object.entries(methods)) {
    const block = add(main, 'details', ''), head = add(block, 'summary', '');
    add(head, 'b', method.toUpperCase()); add(head, 'code', path); head.append(' ' + (what.description || ''));
    const body = what.requestBody?.content['application/json']?.schema;
    const answer = (what.responses['200'] || what.responses['201'])?.content?.['application/json']?.schema;
    for (const [title, schema] of [['Parameters', what.parameters], ['Body', body], ['Answer', answer]])
      if (schema) { add(block, 'h4', title); add(block, 'pre', JSON.stringify(follow(api, schema), null, 1)); }
  }
});
"""
