import { t } from '../phrase/index.ts';

/** What a column's title does not tell by itself, by table and column. */
const hints = {
  roles: { dataScope: 'role.scopeHint', hiddenAmounts: 'role.hiddenHint' },
  customerStatement: { closing: 'report.receivableHint' },
  supplierStatement: { closing: 'report.payableHint' },
} as const;

type Hint = {
  [Table in keyof typeof hints]: (typeof hints)[Table][keyof (typeof hints)[Table]];
}[keyof typeof hints];
const byTable: Readonly<Record<string, Readonly<Record<string, Hint>> | undefined>> = hints;

/** What is told where a column's title is pointed at; undefined where the title says it all. */
export function columnHint(table: string, column: string): string | undefined {
  const hint = byTable[table]?.[column];
  return hint === undefined ? undefined : t(hint);
}
