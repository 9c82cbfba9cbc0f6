/** The texts of a value that holds several; none where it holds something else. */
export const textsIn = (value: unknown): string[] => (Array.isArray(value) ? value : []);
