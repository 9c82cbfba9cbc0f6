import { tradeMeasures } from './tradedGoods.ts';

/** Ledger roll-up with key and sum columns. */
export interface RollUp {
  readonly table: string;
  /** The primary key without the company. */
  readonly key: readonly string[];
  readonly sums: readonly string[];
}

/** Document amounts summed per day, under the column names in `document`. */
export const dayAmounts = [
  'goods_amount',
  'total_amount',
  'discount',
  'service_charge',
  'service_fees',
  'other_fees',
  'freight',
  'payable',
  'deposit_used',
  'paid_now',
  'deposit_taken',
  'received',
  'change_given',
  'debt',
  'settled',
  'bonus',
] as const;

/** Columns with an amount's booked part less its value at the document's rate. */
export const bookedOffs: Readonly<Partial<Record<(typeof dayAmounts)[number], string>>> = {
  settled: 'settled_off',
  deposit_taken: 'deposit_taken_off',
};

/**
 * Roll-ups noted by postings in `unfolded_posting` and updated later, each with two views: `unfolded_…` is
 * pending, `whole_…` everything; a key may repeat in either.
 */
export const rollUps: readonly RollUp[] = [
  {
    table: 'stock_period',
    key: ['sku_id', 'warehouse_id', 'lot', 'stock_type', 'grain', 'starts_on'],
    sums: ['quantity', 'came'],
  },
  { table: 'sku_period', key: ['sku_id', 'grain', 'starts_on'], sums: ['quantity', 'value'] },
  { table: 'money_balance', key: ['purse', 'holder_id'], sums: ['amount'] },
  {
    table: 'money_period',
    key: ['purse', 'holder_id', 'grain', 'starts_on'],
    sums: [
      'amount',
      'amount_in',
      'amount_out',
      'documents',
      'settled',
      'debits',
      'credits',
      'passed',
    ],
  },
  {
    table: 'goods_trade',
    key: ['sku_id', 'month', 'kind', 'warehouse_id', 'creator_id', 'institution_id'],
    sums: ['documents', ...tradeMeasures],
  },
  { table: 'sku_trade', key: ['month', 'kind', 'sku_id'], sums: tradeMeasures },
  {
    table: 'partner_trade',
    key: [
      'grain',
      'starts_on',
      'kind',
      'partner_id',
      'salesperson_ids',
      'warehouse_id',
      'creator_id',
      'institution_id',
    ],
    sums: ['documents', 'lines', ...tradeMeasures],
  },
  {
    table: 'trade_period',
    key: ['grain', 'starts_on', 'kind', 'creator_id', 'institution_id'],
    sums: ['amount', 'tax', 'cost', 'payment_fee'],
  },
  {
    table: 'document_day',
    key: ['kind', 'business_date', 'creator_id', 'institution_id', 'debt_state'],
    sums: ['documents', 'total_quantity', ...dayAmounts],
  },
];

/**
 * `from` item with a company's roll-up rows including pending amounts, one per key; zero sums are omitted.
 * @param tenantId SQL of the company: a parameter, or digits from the database
 */
export function wholeRollUpSql({ table, key, sums }: RollUp, tenantId: string): string {
  const added = sums.map((column) => `sum(${column}) as ${column}`).join();
  const uneven = sums.map((column) => `sum(${column}) <> 0`).join(' or ');
  return `(select tenant_id, ${key.join()}, ${added} from whole_${table} where tenant_id = ${tenantId}
    group by tenant_id, ${key.join()} having ${uneven})`;
}
