/**
 * A declared name as it stands in a statement's text. Lists, totals and codecs are built of text made once: a node of the
 * builder for every column of every statement cost more than what the columns hold.
 */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
