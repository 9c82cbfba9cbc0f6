/** Returns the texts of a list value; empty for other values. */
export const textsOfValue = (value: unknown): string[] => (Array.isArray(value) ? value : []);
