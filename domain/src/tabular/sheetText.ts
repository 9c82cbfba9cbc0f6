/** Escapes a text for xlsx files: _x0041_ would be read as A, therefore its first character is escaped. */
export const escapeSheetText = (text: string): string =>
  text.replaceAll(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_');
