import type { Language } from '../../kernel/access/index.ts';
import type { DumpRefusal } from './company.ts';
import type { ReconciledFigure, TableCount } from './reconcile.ts';
import { makeSentence } from './sentence.ts';

/** Result of a company's import, for comparison with jshERP. */
export interface CompanyReconciliation {
  /** Company code in this product. */
  readonly code: string;
  readonly counts: readonly TableCount[];
  readonly refusals: readonly DumpRefusal[];
  readonly figures: readonly ReconciledFigure[];
}

const words = {
  company: makeSentence('公司', 'Company'),
  rows: makeSentence('数据行（读取、导入、已有、拒绝）', 'Rows (read, imported, known, refused)'),
  refused: makeSentence('拒绝', 'Refused'),
  figures: makeSentence('数值（原系统、本系统）', 'Figures (there, here)'),
};

/** Formats the reconciliation with tab-separated columns, for spreadsheets. */
export function reportLines(
  { code, counts, refusals, figures }: CompanyReconciliation,
  language: Language,
): readonly string[] {
  return [
    `${words.company[language]} ${code}`,
    '',
    words.rows[language],
    ...counts.map(({ table, read, imported, known, refused, left }) =>
      joinReportCells(table, read, imported, known, refused, left?.[language] ?? ''),
    ),
    '',
    words.refused[language],
    ...refusals.map(({ table, id, reason }) => joinReportCells(table, id, reason[language])),
    '',
    words.figures[language],
    ...figures.map(({ what, theirs, ours, because }) =>
      joinReportCells(what[language], theirs, ours, because?.[language] ?? ''),
    ),
    '',
  ];
}

/** Tabs and line breaks inside a name would split the cell; text starting a formula stays text. */
const joinReportCells = (...texts: readonly (string | number)[]): string =>
  texts
    .map((text) => String(text).replaceAll(/[\t\r\n]+/g, ' '))
    .map((text) => (/^[=+@]/.test(text) ? `'${text}` : text))
    .join('\t')
    .trimEnd();
