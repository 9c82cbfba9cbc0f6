// References to records without a foreign key: arrays, and columns with varying target tables.

/** Column with record ids. */
export interface LooseName {
  readonly table: string;
  /** Column of ids; of id arrays if the name ends in `_ids`. */
  readonly column: string;
  /** Ids in a select list expression, if the column holds neither. */
  readonly ids?: string;
  /**
   * Referenced table → condition over the row's columns, where `$1` is the company; or the column naming
   * the table.
   */
  readonly names: Readonly<Record<string, string>> | string;
  /** Column with the id of the document owning the row. */
  readonly paper?: 'id' | 'document_id';
  /** Effect of deleting the record on the row; absent: deletion is refused. */
  readonly follows?: 'goes' | 'forgets';
}

const always = 'true';

const holderConditionsOfPurse = (purse: string, id: string) => ({
  account: `${purse} in ('account', 'accountValue')`,
  in_out_item: `${purse} = 'item'`,
  partner: `${purse} in ('receivable', 'payable', 'deposit', 'prepaid', 'bonus',
    'receivableValue', 'payableValue', 'depositValue') and ${id} <> 0`,
});
const holderConditionsOfPlace = (place: string, id: string) => ({
  partner: `${place} in ('supplier', 'customer') and ${id} <> 0`,
  warehouse: `${place} in ('warehouse', 'transit')`,
});
const holders = { activity: `source = 'activity'`, document: `source = 'order'` };
const sheetConditionSql = (...named: string[]): string =>
  `exists (select from sheet_import where sheet_import.tenant_id = $1
    and sheet_import.id = sheet_row.import_id and sheet in (${named.map((sheet) => `'${sheet}'`).join()}))`;

/** All loose references; a test finds missing columns. */
export const looseNames: readonly LooseName[] = [
  {
    table: 'announcement',
    column: 'audience_ids',
    names: { app_user: `audience = 'user'`, role: `audience = 'role'` },
  },
  // Actions on the user's own account (sign-in, new password) keep no user.
  {
    table: 'audit_log',
    column: 'user_id',
    names: { app_user: 'subject_id <> user_id::text' },
  },
  { table: 'document', column: 'salesperson_ids', names: { person: always }, paper: 'id' },
  { table: 'document', column: 'warehouse_ids', names: { warehouse: always }, paper: 'id' },
  { table: 'document_day', column: 'creator_id', names: { app_user: always } },
  {
    table: 'document_day',
    column: 'institution_id',
    names: { institution: 'institution_id <> 0' },
  },
  // No document is ever deleted.
  {
    table: 'revaluation_row',
    column: 'holder_id',
    names: { account: `purse = 'account'`, partner: `purse <> 'account'` },
  },
  { table: 'document_line', column: 'document_id', names: { document: always } },
  {
    table: 'document_line',
    column: 'product_id',
    names: { product: always },
    paper: 'document_id',
  },
  // The row's barcode already keeps the record.
  { table: 'document_line', column: 'sku_id', names: { sku: always }, paper: 'document_id' },
  {
    table: 'document_line',
    column: 'warehouse_id',
    names: { warehouse: always },
    paper: 'document_id',
  },
  { table: 'document_service', column: 'document_id', names: { document: always } },
  { table: 'document_settlement', column: 'document_id', names: { document: always } },
  { table: 'goods_trade', column: 'creator_id', names: { app_user: always } },
  { table: 'goods_trade', column: 'institution_id', names: { institution: 'institution_id <> 0' } },
  { table: 'goods_trade', column: 'sku_id', names: { sku: always } },
  { table: 'goods_trade', column: 'warehouse_id', names: { warehouse: 'warehouse_id <> 0' } },
  { table: 'idempotency', column: 'user_id', names: { app_user: always }, follows: 'goes' },
  // A deleted record is imported again by the next run.
  {
    table: 'import_record',
    column: 'target_id',
    names: 'target_table',
    follows: 'goes',
  },
  { table: 'lock_history', column: 'source_id', names: holders },
  { table: 'login', column: 'user_id', names: { app_user: always }, follows: 'goes' },
  { table: 'login_challenge', column: 'user_id', names: { app_user: always }, follows: 'goes' },
  {
    table: 'money_balance',
    column: 'holder_id',
    names: holderConditionsOfPurse('purse', 'holder_id'),
  },
  {
    table: 'money_entry',
    column: 'from_id',
    names: holderConditionsOfPurse('from_purse', 'from_id'),
    paper: 'document_id',
  },
  {
    table: 'money_entry',
    column: 'to_id',
    names: holderConditionsOfPurse('to_purse', 'to_id'),
    paper: 'document_id',
  },
  // The document row names the partner by foreign key from the first posting.
  { table: 'money_entry', column: 'document_id', names: { document: always } },
  {
    table: 'money_entry',
    column: 'partner_id',
    names: { partner: 'partner_id is not null' },
    paper: 'document_id',
  },
  {
    table: 'money_period',
    column: 'holder_id',
    names: holderConditionsOfPurse('purse', 'holder_id'),
  },
  { table: 'partner_trade', column: 'creator_id', names: { app_user: always } },
  {
    table: 'partner_trade',
    column: 'institution_id',
    names: { institution: 'institution_id <> 0' },
  },
  { table: 'partner_trade', column: 'partner_id', names: { partner: 'partner_id <> 0' } },
  { table: 'partner_trade', column: 'salesperson_ids', names: { person: always } },
  { table: 'partner_trade', column: 'warehouse_id', names: { warehouse: 'warehouse_id <> 0' } },
  // No document is ever deleted.
  { table: 'promotion_use', column: 'document_id', names: { document: always } },
  {
    table: 'product',
    column: 'attributes',
    ids: `(jsonb_array_elements(attributes) ->> 'id')::bigint`,
    names: { attribute: always },
  },
  { table: 'serial_number', column: 'in_document_id', names: { document: always } },
  { table: 'serial_number', column: 'out_document_id', names: { document: always } },
  // A program's token dies with the program.
  { table: 'session', column: 'application_id', names: { oauth_app: always }, follows: 'goes' },
  // Sessions belong to the user; the institution is chosen again.
  {
    table: 'session',
    column: 'institution_id',
    names: { institution: always },
    follows: 'forgets',
  },
  { table: 'session', column: 'user_id', names: { app_user: always }, follows: 'goes' },
  { table: 'session', column: 'viewer_id', names: { app_user: always }, follows: 'goes' },
  {
    table: 'sheet_row',
    column: 'target_id',
    names: {
      partner: sheetConditionSql('suppliers', 'customers', 'members'),
      exchange_rate: sheetConditionSql('exchangeRates'),
      opening_debt: sheetConditionSql('openingDebts'),
      product: sheetConditionSql('products', 'openingStock'),
    },
    follows: 'forgets',
  },
  { table: 'sku_period', column: 'sku_id', names: { sku: always } },
  { table: 'sku_trade', column: 'sku_id', names: { sku: always } },
  { table: 'stock_reservation', column: 'source_id', names: holders },
  {
    table: 'stock_move',
    column: 'from_id',
    names: holderConditionsOfPlace('from_place', 'from_id'),
    paper: 'document_id',
  },
  {
    table: 'stock_move',
    column: 'to_id',
    names: holderConditionsOfPlace('to_place', 'to_id'),
    paper: 'document_id',
  },
  { table: 'stock_move', column: 'document_id', names: { document: always } },
  // A move keeps the cost of the kit, and the cost keeps the SKU.
  {
    table: 'stock_move',
    column: 'kit_sku_id',
    names: { sku: 'kit_sku_id is not null' },
    paper: 'document_id',
  },
  // A posted move keeps the cost, and the cost keeps the SKU.
  { table: 'stock_move', column: 'sku_id', names: { sku: always }, paper: 'document_id' },
  // Days and months follow from the ledger.
  { table: 'stock_period', column: 'sku_id', names: { sku: always } },
  { table: 'stock_period', column: 'warehouse_id', names: { warehouse: always } },
  {
    table: 'stored_file',
    column: 'owner_id',
    names: {
      app_user: `owner in ('user', 'schedule')`,
      brand: `owner = 'brand'`,
      document: `owner in ('document', 'tally')`,
      invoice: `owner = 'invoice'`,
      product: `owner = 'product'`,
    },
    follows: 'goes',
  },
  { table: 'trade_period', column: 'creator_id', names: { app_user: always } },
  {
    table: 'trade_period',
    column: 'institution_id',
    names: { institution: 'institution_id <> 0' },
  },
];

/** Parent of a row: the column with its id, the table, and its name column. */
export interface ParentRecordRef {
  readonly column: string;
  readonly of: string;
  readonly name: string;
}

const ofCount: ParentRecordRef = { column: 'sheet_id', of: 'count_sheet', name: 'number' };
const ofUser: ParentRecordRef = { column: 'user_id', of: 'app_user', name: 'name' };

/**
 * Tables with rows identified only by a parent; a row with `document_id` and no name is identified by the
 * document.
 */
export const parts: Readonly<Record<string, ParentRecordRef>> = {
  bank_match: { column: 'statement_id', of: 'bank_statement', name: 'name' },
  bank_row: { column: 'statement_id', of: 'bank_statement', name: 'name' },
  activity_line: { column: 'activity_id', of: 'activity', name: 'name' },
  count_line: ofCount,
  count_share: ofCount,
  price_adjustment_line: { column: 'adjustment_id', of: 'price_adjustment', name: 'number' },
  product_part: { column: 'product_id', of: 'product', name: 'name' },
  product_supplier: { column: 'product_id', of: 'product', name: 'name' },
  safety_stock: { column: 'product_id', of: 'product', name: 'name' },
  user_customer: ofUser,
  user_institution: ofUser,
  user_warehouse: ofUser,
};

/** Ledgers keep the partner at posting time; the document may name another by now. */
export const ledgers: readonly string[] = ['money_entry', 'stock_move'];

/** Condition for rows naming records of `table`; null: none. */
export function looseNameConditionSql({ names }: LooseName, table: string): string | null {
  return typeof names === 'string' ? `${names} = '${table}'` : (names[table] ?? null);
}

/** Select list expression for the ids of a row, one by one. */
export const idsIn = ({ column, ids }: Pick<LooseName, 'column' | 'ids'>): string =>
  ids ?? (column.endsWith('_ids') ? `unnest(${column})` : column);
