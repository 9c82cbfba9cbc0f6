/** How far a spreadsheet is read. What goes beyond is refused before it costs memory. */
export const limits = {
  /** Data rows. */
  rows: 100_000,
  /** The last row that the format knows, blank ones counted. */
  lastRow: 1_048_576,
  columns: 500,
  /** Vertical merges of a sheet. */
  merges: 100_000,
  /** Cells of rows that a file states once and repeats. */
  repeatedCells: 1_000_000,
  /** Characters in a cell: what the format itself allows. */
  cell: 32_767,
  /** Bytes that a part may unpack to: the sheet is read as it unpacks, the texts are kept. */
  sheet: 512 * 1024 * 1024,
  /** The same where lines of one document are read while their sender waits. */
  lineSheet: 64 * 1024 * 1024,
  texts: 48 * 1024 * 1024,
  part: 4 * 1024 * 1024,
  /** Characters of lines that go back to who sent them: a text that cells share counts wherever it stands. */
  lines: 8 * 1024 * 1024,
  /** Tags within each other. */
  depth: 100,
  /** Characters of a tag or text that has not ended: more than a cell's, so that a cell that is too long is named. */
  unfinished: 1024 * 1024,
  /** Parts of the package. */
  parts: 1_000,
} as const;
