import { keysOf } from '../keys.ts';
import type { PurseType } from '../posting/posting.ts';

/**
 * What a ledger account is of: the first three stand on the balance sheet, the others in profit and loss. `gain` and `loss`
 * lie outside the trade.
 */
export const ledgerAccountTypes = [
  'asset',
  'liability',
  'equity',
  'revenue',
  'cost',
  'expense',
  'gain',
  'loss',
  'incomeTax',
] as const;
export type LedgerAccountType = (typeof ledgerAccountTypes)[number];

/** On which statement a type stands. */
export const statementOf: Readonly<Record<LedgerAccountType, 'balance' | 'profit'>> = {
  asset: 'balance',
  liability: 'balance',
  equity: 'balance',
  revenue: 'profit',
  cost: 'profit',
  expense: 'profit',
  gain: 'profit',
  loss: 'profit',
  incomeTax: 'profit',
};
export const profitTypes = ledgerAccountTypes.filter((type) => statementOf[type] === 'profit');

/**
 * What a ledger account may stand for, in the order of a balance sheet, then of profit and loss: the purses, and the profit
 * that no year has closed on yet (`profit`) and that of years that were closed (`retained`), which are in no purse.
 */
export const ledgerRoles = [
  'account',
  'receivable',
  'inventory',
  'depositPaid',
  'payable',
  'depositReceived',
  'prepaid',
  'bonus',
  'bonusGiven',
  'taxIn',
  'taxOut',
  'opening',
  'profit',
  'retained',
  'sales',
  'bonusSpent',
  'freight',
  'fee',
  'income',
  'costOfSales',
  'expense',
  'discount',
  'exchange',
  'rounding',
] as const;
export type LedgerRole = (typeof ledgerRoles)[number];

/** Roles of profit and loss; all others stand on the balance sheet. */
const profitRoles: readonly LedgerRole[] = [
  'sales',
  'bonusSpent',
  'freight',
  'fee',
  'costOfSales',
  'discount',
  'exchange',
  'rounding',
];
/** What a company earns or spends beside its trade may as well be a loan, or a machine. */
const freeRoles: readonly LedgerRole[] = ['income', 'expense'];

/** The roles that a purse of a type plays: by whose deposit it is, and by the item's type. */
export const rolesOfPurse: Readonly<Record<PurseType, readonly LedgerRole[]>> = {
  account: ['account'],
  receivable: ['receivable'],
  payable: ['payable'],
  deposit: ['depositReceived', 'depositPaid'],
  prepaid: ['prepaid'],
  bonus: ['bonus'],
  bonusGiven: ['bonusGiven'],
  bonusSpent: ['bonusSpent'],
  inventory: ['inventory'],
  costOfSales: ['costOfSales'],
  sales: ['sales'],
  taxIn: ['taxIn'],
  taxOut: ['taxOut'],
  freight: ['freight'],
  fee: ['fee'],
  item: freeRoles,
  opening: ['opening'],
  discount: ['discount'],
  exchange: ['exchange'],
  rounding: ['rounding'],
};

/** May what plays the role be booked under an account of the type? Profit can't be made or hidden by naming accounts. */
export const fitsRole = (role: LedgerRole, type: LedgerAccountType): boolean =>
  freeRoles.includes(role) || profitRoles.includes(role) === (statementOf[type] === 'profit');

/** Purses that an account of profit and loss may stand for. */
export const profitPurses: readonly PurseType[] = keysOf(rolesOfPurse).filter((purse) =>
  rolesOfPurse[purse].some((role) => freeRoles.includes(role) || profitRoles.includes(role)),
);

/** A line of a statement that adds up what is of these types. */
export interface StatementLine {
  readonly line: string;
  readonly of: readonly LedgerAccountType[];
  /** Its accounts stand above it; else it only adds lines up. */
  readonly lists: boolean;
  /** On which side of the books it is above zero. */
  readonly side: 'debit' | 'credit';
}

const group = (
  line: string,
  of: LedgerAccountType,
  side: StatementLine['side'],
): StatementLine => ({ line, of: [of], lists: true, side });
const result = (line: string, of: readonly LedgerAccountType[]): StatementLine => ({
  line,
  of,
  lists: false,
  side: 'credit',
});

const trade = ['revenue', 'cost', 'expense'] as const;

/** Profit and loss, from its first line to its last. */
export const profitLines = [
  group('revenueSum', 'revenue', 'credit'),
  group('costSum', 'cost', 'debit'),
  group('expenseSum', 'expense', 'debit'),
  result('operatingProfit', trade),
  group('gainSum', 'gain', 'credit'),
  group('lossSum', 'loss', 'debit'),
  result('profitBeforeTax', [...trade, 'gain', 'loss']),
  group('incomeTaxSum', 'incomeTax', 'debit'),
  result('netProfit', profitTypes),
] as const;

/** The balance sheet; profit that no year has closed on is equity. */
export const balanceLines = [
  group('assetSum', 'asset', 'debit'),
  group('liabilitySum', 'liability', 'credit'),
  group('equitySum', 'equity', 'credit'),
  result('liabilityAndEquity', ['liability', 'equity']),
] as const;
