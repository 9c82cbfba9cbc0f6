import type { Language } from '../../kernel/index.ts';
import type { Refusal } from './company.ts';
import type { Figure, TableCount } from './reconcile.ts';
import { said } from './sentence.ts';

/** What an import did to one company, to be laid beside the other program. */
export interface Reconciliation {
  /** The company's code here. */
  readonly code: string;
  readonly counts: readonly TableCount[];
  readonly refusals: readonly Refusal[];
  readonly figures: readonly Figure[];
}

const words = {
  company: said('公司', 'Company'),
  rows: said('数据行（读取、导入、已有、拒绝）', 'Rows (read, imported, known, refused)'),
  refused: said('拒绝', 'Refused'),
  figures: said('数值（原系统、本系统）', 'Figures (there, here)'),
};

/** The reconciliation as lines of text, columns parted by tabs so that a spreadsheet takes them too. */
export function reportLines(
  { code, counts, refusals, figures }: Reconciliation,
  language: Language,
): readonly string[] {
  return [
    `${words.company[language]} ${code}`,
    '',
    words.rows[language],
    ...counts.map(({ table, read, imported, known, refused, left }) =>
      cells(table, read, imported, known, refused, left?.[language] ?? ''),
    ),
    '',
    words.refused[language],
    ...refusals.map(({ table, id, reason }) => cells(table, id, reason[language])),
    '',
    words.figures[language],
    ...figures.map(({ what, theirs, ours, because }) =>
      cells(what[language], theirs, ours, because?.[language] ?? ''),
    ),
    '',
  ];
}

/** A tab or line break inside a name would part it; text that begins a formula stays text. */
const cells = (...texts: readonly (string | number)[]): string =>
  texts
    .map((text) => String(text).replaceAll(/[\t\r\n]+/g, ' '))
    .map((text) => (/^[=+@]/.test(text) ? `'${text}` : text))
    .join('\t')
    .trimEnd();
