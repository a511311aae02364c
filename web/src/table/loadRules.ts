/** The rules of a game, shown over its table: loaded on demand. */
export async function loadRules(name: string) {
  const [rules, { loadShelf }] = await Promise.all([import('../pages/rules/Rules.svelte'), import('../pages/shelf')]);
  return { Rules: rules.default, game: (await loadShelf()).find((game) => game.name === name) };
}
