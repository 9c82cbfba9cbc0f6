import { readSourcesBelow, type ProjectSource } from './sources.ts';

/**
 * Module of the server → its tables: the module alone writes them, and others call functions that it
 * exports. Roll-ups include their views (`unfolded_…`, `whole_…`).
 */
const owners: Readonly<Record<string, string>> = {
  kernel: 'audit_log failed_try idempotency outbox',
  bank: 'bank_match bank_row bank_statement',
  catalog: `
    attribute barcode brand category list_price price_adjustment price_adjustment_line
    price_list product product_part product_property product_supplier safety_stock service sku unit`,
  closing: 'period_closing',
  document: `
    delivery delivery_pick document document_line document_link document_number document_review
    document_service document_settlement line_allocation line_part parcel tally`,
  externalOrder: 'external_order external_order_line product_relation',
  file: 'stored_file',
  identity: 'app_user role role_function user_customer user_warehouse',
  institution: 'institution user_institution',
  invoice: 'invoice invoice_bill invoice_import',
  jsherp: 'dump_import import_record',
  logistics: `
    carrier_call freight_info logistics_company logistics_order logistics_parcel logistics_secret
    logistics_tariff logistics_track`,
  message: 'announcement message',
  money: 'account exchange_rate in_out_item ledger_account ledger_role revenue_class',
  moving: 'moving_figure moving_source',
  openApi: `
    oauth_app oauth_order oauth_secret oauth_sign webhook webhook_delivery webhook_secret
    webhook_turn`,
  partner: 'opening_debt partner person',
  platform: 'plan platform_config tenant tenant_renewal',
  posting: `
    document_day goods_trade lock_history lot money_balance money_entry money_period
    partner_trade serial_number sku_cost sku_period sku_trade stock_balance stock_lock
    stock_move stock_period stock_reservation trade_month trade_period unfolded_posting`,
  print: 'label_template print_logo print_template',
  promotion: 'promotion promotion_goods promotion_use',
  report: 'due_notice',
  revaluation: 'revaluation revaluation_row',
  sample: 'sample',
  savedView: 'saved_view saved_view_default saved_view_role view_schedule',
  session: 'login login_challenge session user_preference',
  sheet: 'sheet_fault sheet_import sheet_mapping sheet_row',
  shell: 'page_view',
  stock: `
    activity activity_line count_line count_result count_share count_sheet stock_alert`,
  system: 'function tenant_setting',
  warehouse: 'warehouse',
};

interface TableException {
  readonly module: string;
  readonly tables: string;
  readonly reason: string;
}

/** Foreign tables written by a module, with the reason why the owner does not write them. */
const mayWrite: readonly TableException[] = [
  {
    module: 'kernel',
    tables: 'session webhook_delivery',
    reason: 'A call marks its session as used, and a commit stores its deliveries.',
  },
  {
    module: 'document',
    tables: 'barcode',
    reason: 'Last prices are written under the locks of the posting, and catalog imports document.',
  },
  {
    module: 'document',
    tables: 'freight_info',
    reason:
      'Freight of an order is booked with the outbound of the order, in the same transaction.',
  },
  {
    module: 'posting',
    tables: 'activity_line',
    reason: 'Sold quantities change in one statement with the reservations released by them.',
  },
  {
    module: 'identity',
    tables: 'message page_view user_institution user_preference',
    reason: 'The personal rows of a deleted user are deleted with the user.',
  },
  {
    module: 'system',
    tables: 'account warehouse',
    reason: 'The default of either table changes by one rule.',
  },
  {
    module: 'jsherp',
    tables: `
      account app_user barcode category in_out_item institution partner person product role
      role_function sku tenant_setting unit user_customer user_institution user_warehouse
      warehouse`,
    reason: 'Master data of another product are imported by the rules of its dump.',
  },
];

/** Master data, settings and documents: every module may name them in lists, searches and rules. */
const readByAll = `
  account app_user barcode document document_line partner product sku stored_file tenant
  tenant_setting warehouse`;

/** Modules that show or compare the rows of all modules. */
const readsAll = ['report', 'sheet'];

/** Other foreign tables read by a module. */
const mayRead: readonly TableException[] = [
  {
    module: 'kernel',
    tables: `
      function institution login oauth_app role role_function user_customer user_institution
      user_warehouse`,
    reason: 'Every call is admitted by session, application, role and grants.',
  },
  {
    module: 'kernel',
    tables: 'product_part stock_balance stock_lock',
    reason: 'Several modules show how many kits can be sold.',
  },
  {
    module: 'kernel',
    tables: 'invoice_bill platform_config product_property webhook',
    reason: 'Scope of invoices, frames, names of exported columns, deliveries.',
  },
  {
    module: 'bank',
    tables: 'money_entry',
    reason: 'Statements are matched with entries of the books.',
  },
  {
    module: 'catalog',
    tables: 'line_allocation line_part sku_cost stock_balance stock_move',
    reason:
      'Products show their stock, its lots and its cost, and moved products keep their units.',
  },
  {
    module: 'catalog',
    tables: 'in_out_item label_template',
    reason: 'A service names its income item, and a product its label.',
  },
  {
    module: 'moving',
    tables: 'opening_debt price_list',
    reason: 'Each step of moving in counts its records.',
  },
  {
    module: 'revaluation',
    tables: 'exchange_rate money_entry',
    reason: 'Open items are valued at the rates of a day, and holdings are sums of entries.',
  },
  {
    module: 'catalog',
    tables: 'promotion promotion_goods',
    reason: 'Goods of a promotion are not deleted.',
  },
  {
    module: 'closing',
    tables: 'invoice',
    reason: 'The checklist counts open invoices.',
  },
  {
    module: 'document',
    tables: `
      document_day lot money_balance serial_number stock_balance stock_lock stock_move
      stock_reservation`,
    reason: 'Documents show and check the stock and the debts of their postings.',
  },
  {
    module: 'document',
    tables: `
      activity activity_line in_out_item institution list_price person price_list product_part
      service`,
    reason: 'Documents name these records, and take prices and parts from them.',
  },
  {
    module: 'document',
    tables: 'audit_log count_sheet invoice invoice_bill',
    reason: 'Documents show their log, and are kept while these rows name them.',
  },
  {
    module: 'externalOrder',
    tables: 'stock_balance stock_lock',
    reason: 'Platforms are given the stock for sale.',
  },
  {
    module: 'file',
    tables: 'invoice logistics_order message',
    reason: 'A file is visible with the row that names it.',
  },
  {
    module: 'identity',
    tables: 'function institution plan platform_config',
    reason: 'Rights are granted by page and institution, and passwords reset to a setting.',
  },
  {
    module: 'jsherp',
    tables: 'function money_balance serial_number stock_balance',
    reason: 'The imported company is compared with its dump.',
  },
  {
    module: 'log',
    tables: 'audit_log login plan',
    reason: 'The log is listed here.',
  },
  {
    module: 'logistics',
    tables: 'document_link document_settlement',
    reason: 'Tracks of a delivery belong to its order; freight shows the accounts of its payment.',
  },
  {
    module: 'message',
    tables: 'document_review role role_function',
    reason: 'Messages go to reviewers and to users with a right.',
  },
  {
    module: 'money',
    tables: 'money_balance money_entry',
    reason: 'Accounts show their balance and flows.',
  },
  {
    module: 'partner',
    tables: 'price_list',
    reason: 'A customer names a price list.',
  },
  {
    module: 'platform',
    tables: 'audit_log document_day function login page_view',
    reason: 'Operators see the use of each company.',
  },
  {
    module: 'posting',
    tables: 'activity line_allocation',
    reason: 'Postings follow from documents and from activities named by documents.',
  },
  {
    module: 'print',
    tables: 'line_allocation lot money_balance platform_config serial_number stock_balance',
    reason: 'Papers and labels print these values.',
  },
  {
    module: 'promotion',
    tables: 'document_link',
    reason: 'Returned documents give their uses of promotions back.',
  },
  {
    module: 'replenish',
    tables: `
      category product_part product_supplier safety_stock sku_cost stock_balance stock_lock
      stock_move stock_period trade_month unit`,
    reason: 'Proposals are computed from stock, trade and terms of suppliers.',
  },
  {
    module: 'savedView',
    tables: 'role',
    reason: 'Views are shared with roles.',
  },
  {
    module: 'session',
    tables: 'function institution platform_config role',
    reason: 'Sign-in shows menu, institution, landing page and settings of the platform.',
  },
  {
    module: 'shell',
    tables: 'platform_config sample',
    reason: 'The frame of the application shows settings of the platform and first steps.',
  },
  {
    module: 'stock',
    tables: `
      brand category line_allocation lock_history lot safety_stock serial_number sku_cost
      stock_balance stock_lock stock_move stock_period stock_reservation unit`,
    reason: 'Counts, locks and warnings start from the stock of the books.',
  },
  {
    module: 'system',
    tables: `
      brand category exchange_rate in_out_item institution invoice ledger_account logistics_company
      oauth_app plan revenue_class role sample unit`,
    reason: 'Rules shared by records of several modules read these tables by name.',
  },
];

const wordsOf = (names: string): readonly string[] => names.trim().split(/\s+/);

const tablesOfOwner = Object.entries(owners).flatMap(([owner, tables]) =>
  wordsOf(tables).map((table) => [table, owner] as const),
);

/** Tables with the module that owns each. */
export const ownedTables: readonly string[] = tablesOfOwner.map(([table]) => table);
const tableOwners: ReadonlyMap<string, string> = new Map(tablesOfOwner);

const moduleOf = (file: string): string | undefined =>
  /^server\/src\/modules\/([^/]+)\//.exec(file)?.[1] ??
  (file.startsWith('server/src/kernel/') ? 'kernel' : undefined);

const name = `(${ownedTables.join('|')})`;
const makePattern = (...forms: readonly string[]): RegExp => new RegExp(forms.join('|'), 'g');

const writePattern = makePattern(
  `(?:insert\\s+into|update|delete\\s+from)\\s+${name}\\b`,
  `(?:insertInto|updateTable|deleteFrom|mergeInto)\\(\\s*'${name}\\b`,
  `(?:addRows|changeRows|bulkWriter|recordRows)\\([^'()]*'${name}'`,
  // Plans of imported dumps.
  `from: 'jsh_\\w+',\\s*to: '${name}'`,
);
const readPattern = makePattern(
  `(?:from|join)\\s+(?:whole_|unfolded_)?${name}\\b`,
  `(?:selectFrom|\\w+Join)\\(\\s*'(?:whole_|unfolded_)?${name}\\b`,
);
/** Statements on a table named by a variable: names of tables in quotes are the values. */
const writesVariable = /(?:insert\s+into|update|delete\s+from)\s+\$\{sql\.table\(/;
const writtenValue = /(?:table|grants): '\w+'(?: \| '\w+')*|^\s+'\w+',$/gm;
const readsVariable = /(?:from|join)\s+\$\{sql\.table\(/;
const quoted = makePattern(`'${name}'`);

const matchedTables = (text: string, pattern: RegExp): readonly string[] =>
  [...text.matchAll(new RegExp(pattern, 'gm'))].map(
    ([, ...tables]) => tables.find((table) => table !== undefined) ?? '',
  );

/** Records of the contract with the table of each. */
const recordTables: ReadonlyMap<string, string> = new Map(
  readSourcesBelow('contract/src', ['.ts']).flatMap(({ text }) =>
    [...text.matchAll(/const (\w+) = defineRecord\(\{.*?subject: '(\w+)'/gs)].map(
      ([, record = '', table = '']) => [record, table] as const,
    ),
  ),
);

const tablesOfRecords = (text: string): readonly string[] =>
  [...text.matchAll(/recordWriter\((\w+),/g)].flatMap(
    ([, record = '']) => recordTables.get(record) ?? [],
  );

const findUses = {
  writes: (text: string) => [
    ...matchedTables(text, writePattern),
    ...tablesOfRecords(text),
    ...(writesVariable.test(text)
      ? matchedTables(text.match(writtenValue)?.join() ?? '', quoted)
      : []),
  ],
  reads: (text: string) => [
    ...matchedTables(text, readPattern),
    ...(readsVariable.test(text) ? matchedTables(text, quoted) : []),
  ],
};

/** Foreign tables used by modules, each in the form `module: table`. */
export function foreignUses(
  sources: readonly ProjectSource[],
  use: keyof typeof findUses,
): readonly string[] {
  const uses = sources.flatMap(({ path, text }) => {
    const module = moduleOf(path);
    if (module === undefined) return [];
    return findUses[use](text)
      .filter((table) => tableOwners.get(table) !== module)
      .map((table) => `${module}: ${table}`);
  });
  return [...new Set(uses)].toSorted();
}

const exceptionLines = (exceptions: readonly TableException[]): readonly string[] =>
  exceptions
    .flatMap(({ module, tables }) => wordsOf(tables).map((table) => `${module}: ${table}`))
    .toSorted();

export const writeExceptions = exceptionLines(mayWrite);
export const readExceptions = exceptionLines(mayRead);

/** Does a read `module: table` need no exception? A module also reads what it may write. */
export function isReadByRule(use: string): boolean {
  const [module = '', table = ''] = use.split(': ');
  return (
    readsAll.includes(module) || wordsOf(readByAll).includes(table) || writeExceptions.includes(use)
  );
}
