/** The example that was tried last, "sea-change/overview": coming back to the rules from it, you continue reading there. */
export const last = { lesson: '' };
