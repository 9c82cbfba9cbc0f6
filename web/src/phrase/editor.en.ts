/** Sentences of the document editor and its dialogs. */
export const editorEn = {
  'editor.grid.open': 'Open {column}',
  'editor.grid.noOffers': 'Nothing found',
  'editor.grid.totals': 'Totals',
  'editor.grid.problem': 'Line {row} · {column}: {reason}',
  'editor.grid.moreProblems': 'and {count} more',
  'editor.grid.empty': 'No lines yet',
} as const;
