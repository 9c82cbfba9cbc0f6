import { keysOf } from '../keys.ts';
import type { PurseType } from '../posting/posting.ts';

/**
 * Ledger account types: the first three on the balance sheet, the rest in profit and loss. `gain` and
 * `loss` are outside the trade.
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

/** Financial statement of each type. */
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
 * Roles of ledger accounts, in the order of balance sheet, then profit and loss: the purses, plus unclosed
 * profit (`profit`) and closed years' profit (`retained`), both without a purse.
 */
export const ledgerRoles = [
  'account',
  'receivable',
  'inventory',
  'depositPaid',
  'payable',
  'carrier',
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
  'freightCost',
  'expense',
  'paymentFee',
  'discount',
  'exchange',
  'rounding',
] as const;
export type LedgerRole = (typeof ledgerRoles)[number];

/** Profit and loss roles; all others belong to the balance sheet. */
const profitRoles: readonly LedgerRole[] = [
  'sales',
  'bonusSpent',
  'freight',
  'fee',
  'costOfSales',
  'freightCost',
  'paymentFee',
  'discount',
  'exchange',
  'rounding',
];
/** Income or expense outside the trade may also be a loan, or a machine. */
const freeRoles: readonly LedgerRole[] = ['income', 'expense'];

/** Roles of each purse type: by the deposit's partner type, and by item type. */
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
  accountValue: ['account'],
  receivableValue: ['receivable'],
  payableValue: ['payable'],
  depositValue: ['depositReceived', 'depositPaid'],
  carrier: ['carrier'],
  freightCost: ['freightCost'],
  paymentFee: ['paymentFee'],
};

/** Checks if an account type fits a role: naming accounts can neither create nor hide profit. */
export const fitsRole = (role: LedgerRole, type: LedgerAccountType): boolean =>
  freeRoles.includes(role) || profitRoles.includes(role) === (statementOf[type] === 'profit');

/** Purses possible for a profit and loss account. */
export const profitPurses: readonly PurseType[] = keysOf(rolesOfPurse).filter((purse) =>
  rolesOfPurse[purse].some((role) => freeRoles.includes(role) || profitRoles.includes(role)),
);

/** Statement line summing the accounts of these types. */
export interface StatementLine {
  readonly line: string;
  readonly of: readonly LedgerAccountType[];
  /** Lists its accounts above; otherwise only sums. */
  readonly lists: boolean;
  /** Side of the books with a positive sign. */
  readonly side: 'debit' | 'credit';
}

const toGroupLine = (
  line: string,
  of: LedgerAccountType,
  side: StatementLine['side'],
): StatementLine => ({ line, of: [of], lists: true, side });
const toResultLine = (line: string, of: readonly LedgerAccountType[]): StatementLine => ({
  line,
  of,
  lists: false,
  side: 'credit',
});

const trade = ['revenue', 'cost', 'expense'] as const;

export const profitLines = [
  toGroupLine('revenueSum', 'revenue', 'credit'),
  toGroupLine('costSum', 'cost', 'debit'),
  toGroupLine('expenseSum', 'expense', 'debit'),
  toResultLine('operatingProfit', trade),
  toGroupLine('gainSum', 'gain', 'credit'),
  toGroupLine('lossSum', 'loss', 'debit'),
  toResultLine('profitBeforeTax', [...trade, 'gain', 'loss']),
  toGroupLine('incomeTaxSum', 'incomeTax', 'debit'),
  toResultLine('netProfit', profitTypes),
] as const;

/** Line of profit and loss below the costs: cost of sales outside documents of sale. */
export const OTHER_COST_LINE = 'otherCostOfSales';

/** Line of profit and loss below the expenses: payment fees outside the fees of documents of sale. */
export const OTHER_FEES_LINE = 'otherPaymentFees';

/** Balance sheet; unclosed profit is equity. */
export const balanceLines = [
  toGroupLine('assetSum', 'asset', 'debit'),
  toGroupLine('liabilitySum', 'liability', 'credit'),
  toGroupLine('equitySum', 'equity', 'credit'),
  toResultLine('liabilityAndEquity', ['liability', 'equity']),
] as const;
