import { t } from '../../phrase/index.ts';

/** Lists begin with the newest; the order that is typed is that of the choices. */
const chosenFrom = { sort: 'list.sortHint' } as const;

/** What a column's title does not tell by itself, by table and column. */
const hints = {
  suppliers: chosenFrom,
  customers: chosenFrom,
  members: chosenFrom,
  warehouses: chosenFrom,
  accounts: chosenFrom,
  inOutItems: chosenFrom,
  people: chosenFrom,
  brands: chosenFrom,
  roles: { ...chosenFrom, dataScope: 'role.scopeHint', hiddenAmounts: 'role.hiddenHint' },
  customerStatement: { closing: 'report.receivableHint' },
  memberStatement: { closing: 'report.memberHint' },
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
