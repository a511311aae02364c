/** The example that was tried last, "sea-change/overview": whoever comes back to the rules from it goes on reading there. */
export const last = { lesson: '' };
