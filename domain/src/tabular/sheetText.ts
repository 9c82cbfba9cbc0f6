/** A text as xlsx files hold it: _x0041_ would be read as A, so its first sign is escaped. */
export const escapeSheetText = (text: string): string =>
  text.replaceAll(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_');
