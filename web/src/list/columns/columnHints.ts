import { t } from '../../phrase/index.ts';

/** Sort numbers order the choices in selects; lists start with the newest record. */
const chosenFrom = { sort: 'list.sortHint' } as const;

/** Explanations that titles do not give, by table and column. */
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

/** Returns the tooltip of a column's title; undefined if the title suffices. */
export function columnHint(table: string, column: string): string | undefined {
  const hint = byTable[table]?.[column];
  return hint === undefined ? undefined : t(hint);
}
