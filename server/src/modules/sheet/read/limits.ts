/** Limits for reading a spreadsheet. Anything beyond is refused before it costs memory. */
export const limits = {
  /** Data rows. */
  rows: 100_000,
  /** Last row of the format, blank rows included. */
  lastRow: 1_048_576,
  columns: 500,
  /** Vertical merges of a sheet. */
  merges: 100_000,
  /** Cells of rows stated once and repeated. */
  repeatedCells: 1_000_000,
  /** Characters in a cell: the format's own limit. */
  cell: 32_767,
  /** Unpacked bytes of a part: the sheet streams, the texts stay in memory. */
  sheet: 512 * 1024 * 1024,
  /** Unpacked bytes for document lines, whose sender waits. */
  lineSheet: 64 * 1024 * 1024,
  texts: 48 * 1024 * 1024,
  part: 4 * 1024 * 1024,
  /** Characters of returned lines: a text shared by cells counts at each occurrence. */
  lines: 8 * 1024 * 1024,
  /** Nesting depth of tags. */
  depth: 100,
  /** Characters of an unfinished tag or text: above a cell's limit, so that errors name the cell. */
  unfinished: 1024 * 1024,
  /** Parts of the package. */
  parts: 1_000,
} as const;
