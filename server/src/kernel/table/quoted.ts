/**
 * Quotes a declared name for a statement's text. Lists, totals and codecs use text built once: a builder
 * node for every column of every statement cost more than the columns' content.
 */
export const quoteSqlName = (name: string): string => `"${name.replaceAll('"', '""')}"`;
