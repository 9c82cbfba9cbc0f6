// A small company in the format of jshERP's dump, written by hand for the tests.

type Cell = string | number | null;
export type TestTables = Readonly<
  Record<string, { readonly columns: string; readonly rows: readonly (readonly Cell[])[] }>
>;

const quoted = (cell: Cell): string =>
  cell === null ? 'null' : `'${String(cell).replaceAll("'", "\\'")}'`;

/** The text of a dump with these tables. */
export const dumpOf = (tables: TestTables): string =>
  Object.entries(tables)
    .map(([name, { columns, rows }]) => {
      const definitions = columns
        .split(' ')
        .map((column) => `  \`${column}\` varchar(200) DEFAULT NULL COMMENT 'c'`);
      const create = `DROP TABLE IF EXISTS \`${name}\`;\nCREATE TABLE \`${name}\` (\n${definitions.join(',\n')},\n  PRIMARY KEY (\`id\`)\n) ENGINE=InnoDB;\n`;
      return (
        create +
        rows
          .map((row) => `INSERT INTO \`${name}\` VALUES (${row.map(quoted).join(', ')});\n`)
          .join('')
      );
    })
    .join('\n');

type Known = Readonly<Record<string, Cell>>;

/** A table of many columns: of each row only what is not as usual; what is named nowhere is null. */
function table(columns: string, usual: Known, rows: readonly Known[]): TestTables[string] {
  const names = columns.split(' ');
  return {
    columns,
    rows: rows.map((row) => names.map((name) => ({ ...usual, ...row })[name] ?? null)),
  };
}

const TENANT = '7';

/**
 * Opening stock and balances, an order with a receipt, a sale on credit, half of it collected, and rows that can't come
 * along.
 */
export const smallCompany: TestTables = {
  jsh_tenant: {
    columns: 'id tenant_id login_name user_num_limit type enabled',
    rows: [[1, TENANT, 'shop', 20, 1, '1']],
  },
  jsh_system_config: {
    columns:
      'id company_name minus_stock_flag depot_flag customer_flag purchase_by_sale_flag tenant_id delete_flag',
    rows: [[1, '小店', '0', '1', '0', '0', TENANT, '0']],
  },
  jsh_user: {
    columns: 'id username login_name position email Status tenant_id',
    rows: [
      [7, '老板', 'shop', null, null, '0', TENANT],
      [8, '小王', 'wang', '店员', null, '0', TENANT],
      [1, '管理员', 'admin', null, null, '0', '0'],
    ],
  },
  jsh_role: {
    columns: 'id name type description tenant_id delete_flag',
    rows: [[4, '店员', '个人数据', '', TENANT, '0']],
  },
  jsh_function: {
    columns: 'id number name url',
    rows: [
      [41, '060303', '销售出库', '/bill/sale_out'],
      [99, '99', '没有', '/gone'],
    ],
  },
  jsh_user_business: {
    columns: 'id type key_id value btn_str tenant_id delete_flag',
    rows: [
      [1, 'UserRole', '8', '[4]', null, TENANT, '0'],
      [2, 'RoleFunctions', '4', '[41][99]', '[{"funId":41,"btnStr":"1,2"}]', TENANT, '0'],
      [3, 'UserDepot', '8', '[14]', null, TENANT, '0'],
      [4, 'UserDepot', '55', '[14]', null, TENANT, '0'],
    ],
  },
  jsh_organization: {
    columns: 'id org_no org_abr parent_id sort remark tenant_id delete_flag',
    rows: [
      [12, '01', '总店', null, '1', '', TENANT, '0'],
      [13, '02', '分店', '12', '2', '', TENANT, '0'],
    ],
  },
  jsh_orga_user_rel: {
    columns: 'id orga_id user_id tenant_id delete_flag',
    rows: [
      [1, '13', '8', TENANT, '0'],
      [2, '13', '55', TENANT, '0'],
    ],
  },
  jsh_account: {
    columns:
      'id name serial_no initial_amount current_amount remark is_default tenant_id delete_flag',
    rows: [[17, '现金', 'A1', '100.000000', '0', '', '\u0001', TENANT, '0']],
  },
  jsh_depot: {
    columns:
      'id name address warehousing truckage type sort remark principal tenant_id delete_flag is_default',
    rows: [
      [14, '仓库1', '', null, null, '0', '1', '', '8', TENANT, '0', '\u0001'],
      [15, '仓库2', '', null, null, '0', '2', '', null, TENANT, '1', '\0'],
    ],
  },
  jsh_supplier: table(
    'id supplier contacts phone_num email type enabled advance_in begin_need_get begin_need_pay all_need_get all_need_pay telephone tax_rate tenant_id delete_flag',
    {
      phone_num: '',
      email: '',
      type: '客户',
      enabled: '\u0001',
      advance_in: '0',
      begin_need_get: '0',
      all_need_get: '0',
      all_need_pay: '0',
      telephone: '',
      tenant_id: TENANT,
      delete_flag: '0',
    },
    [
      {
        id: 57,
        supplier: '供应商1',
        contacts: '小军',
        type: '供应商',
        begin_need_pay: '5.000000',
        all_need_pay: '65.000000',
        tax_rate: '13',
      },
      {
        id: 58,
        supplier: '客户1',
        contacts: '小李',
        begin_need_pay: '0',
        all_need_get: '20.000000',
      },
      { id: 59, supplier: '两边', contacts: '', begin_need_get: '1', begin_need_pay: '1' },
    ],
  ),
  jsh_person: {
    columns: 'id type name tenant_id delete_flag',
    rows: [
      [14, '业务员', '小李', TENANT, '0'],
      [15, '司机', '小赵', TENANT, '0'],
    ],
  },
  jsh_in_out_item: {
    columns: 'id name type remark tenant_id delete_flag',
    rows: [[21, '快递费', '支出', '', TENANT, '0']],
  },
  jsh_unit: {
    columns: 'id name basic_unit other_unit ratio tenant_id delete_flag',
    rows: [[15, '个/(箱=12个)', '个', '箱', '12', TENANT, '0']],
  },
  jsh_material_category: {
    columns: 'id name parent_id sort serial_no remark tenant_id delete_flag',
    rows: [[17, '目录1', null, '1', '1', '', TENANT, '0']],
  },
  jsh_material: table(
    'id category_id name mfrs model standard color unit remark unit_id expiry_num weight enabled enable_serial_number enable_batch_number tenant_id delete_flag',
    {
      mfrs: '',
      model: '',
      standard: '',
      color: '',
      remark: '',
      enabled: '\u0001',
      enable_serial_number: '0',
      enable_batch_number: '0',
      tenant_id: TENANT,
      delete_flag: '0',
    },
    [
      { id: 568, category_id: '17', name: '苹果', unit_id: '15', weight: '0.5' },
      { id: 569, name: '手机', unit: '台', enable_serial_number: '1' },
      { id: 570, name: '没有条码', unit: '个' },
    ],
  ),
  jsh_material_extend: {
    columns:
      'id material_id bar_code commodity_unit sku purchase_decimal commodity_decimal wholesale_decimal low_decimal default_flag tenant_id delete_flag',
    rows: [
      [1, '568', '1001', '个', null, '2', '4', '3', null, '1', TENANT, '0'],
      [2, '568', '1002', '箱', null, '24', '48', '36', null, '0', TENANT, '0'],
      [3, '569', '1003', '台', null, '900', '1200', '1100', null, '1', TENANT, '0'],
      [4, '569', 'X-9', '台', null, '1', '1', '1', null, '0', TENANT, '0'],
    ],
  },
  jsh_material_initial_stock: {
    columns: 'id material_id depot_id number low_safe_stock high_safe_stock tenant_id delete_flag',
    rows: [[1, '568', '14', '12.000000', null, null, TENANT, '0']],
  },
  jsh_material_current_stock: {
    columns: 'id material_id depot_id current_number tenant_id delete_flag',
    rows: [
      [1, '568', '14', '32.000000', TENANT, '0'],
      [2, '569', '14', '9.000000', TENANT, '0'],
    ],
  },
  jsh_serial_number: {
    columns: 'id material_id depot_id serial_number is_sell tenant_id delete_flag',
    rows: [
      [1, '569', '14', 'SN1', '0', TENANT, '0'],
      [2, '569', '14', 'LOOSE', '0', TENANT, '0'],
    ],
  },
  jsh_depot_head: table(
    'id type sub_type number create_time oper_time organ_id creator account_id change_amount back_amount total_price pay_type remark sales_man account_id_list account_money_list discount discount_money discount_last_money other_money deposit status purchase_status link_number tenant_id delete_flag',
    {
      type: '出库',
      organ_id: '57',
      creator: '7',
      account_id: '17',
      pay_type: '现付',
      remark: '',
      discount: '0',
      discount_money: '0',
      other_money: '0',
      status: '0',
      purchase_status: '0',
      tenant_id: TENANT,
      delete_flag: '0',
    },
    [
      {
        id: 1,
        type: '其它',
        sub_type: '采购订单',
        number: 'CGDD1',
        create_time: '2021-06-01 10:00:00',
        oper_time: '2021-06-01 10:00:00',
        change_amount: '-10',
        total_price: '-48',
        discount: null,
        discount_money: null,
        other_money: null,
        status: '2',
      },
      {
        id: 2,
        type: '入库',
        sub_type: '采购',
        number: 'CGRK1',
        create_time: '2021-06-02 10:00:00',
        oper_time: '2021-06-02 10:00:00',
        change_amount: '0',
        total_price: '-48',
        discount_last_money: '48',
        other_money: '22',
        deposit: '10',
        link_number: 'CGDD1',
      },
      {
        id: 3,
        sub_type: '销售',
        number: 'XSCK1',
        create_time: '2021-06-03 10:00:00',
        oper_time: '2021-06-03 10:00:00',
        organ_id: '58',
        creator: '8',
        change_amount: '0',
        total_price: '40',
        remark: '送货',
        sales_man: '14',
        discount_last_money: '40',
      },
      {
        id: 4,
        type: '入库',
        sub_type: '采购',
        number: 'CGRK2',
        create_time: '2021-06-04 10:00:00',
        oper_time: '2021-06-04 10:00:00',
        change_amount: '-900',
        total_price: '-900',
        discount_last_money: '900',
      },
      {
        id: 5,
        sub_type: '销售',
        number: 'XSCK2',
        create_time: '2021-06-05 10:00:00',
        oper_time: '2021-06-05 10:00:00',
        organ_id: '58',
        change_amount: '300',
        total_price: '300',
        discount_last_money: '300',
      },
      {
        id: 6,
        sub_type: '没有',
        number: 'X1',
        create_time: '2021-06-05 11:00:00',
        oper_time: '2021-06-05 11:00:00',
        organ_id: null,
        account_id: null,
        total_price: '0',
        discount: null,
        discount_money: null,
        other_money: null,
      },
    ],
  ),
  jsh_depot_item: table(
    'id header_id material_id material_extend_id material_unit sku oper_number basic_number unit_price all_price remark depot_id another_depot_id tax_rate tax_money tax_last_money material_type sn_list batch_number expiration_date link_id tenant_id delete_flag',
    {
      material_id: '568',
      remark: '',
      depot_id: '14',
      tax_rate: '0',
      tax_money: '0',
      tenant_id: TENANT,
      delete_flag: '0',
    },
    [
      {
        id: 11,
        header_id: '1',
        material_extend_id: '2',
        material_unit: '箱',
        oper_number: '2',
        basic_number: '24',
        unit_price: '24',
        all_price: '48',
        depot_id: null,
        tax_rate: null,
        tax_money: null,
      },
      {
        id: 12,
        header_id: '2',
        material_extend_id: '2',
        material_unit: '箱',
        oper_number: '2',
        basic_number: '24',
        unit_price: '24',
        all_price: '48',
        tax_last_money: '48',
        link_id: '11',
      },
      {
        id: 13,
        header_id: '3',
        material_extend_id: '1',
        material_unit: '个',
        oper_number: '4',
        basic_number: '4',
        unit_price: '10',
        all_price: '40',
        tax_last_money: '40',
      },
      {
        id: 14,
        header_id: '4',
        material_id: '569',
        material_extend_id: '3',
        material_unit: '台',
        oper_number: '1',
        basic_number: '1',
        unit_price: '900',
        all_price: '900',
        tax_last_money: '900',
        sn_list: 'SN1',
      },
      {
        id: 15,
        header_id: '5',
        material_extend_id: '1',
        material_unit: '个',
        oper_number: '100',
        basic_number: '100',
        unit_price: '3',
        all_price: '300',
        tax_last_money: '300',
      },
    ],
  ),
  jsh_account_head: table(
    'id type organ_id hands_person_id creator change_amount discount_money total_price account_id bill_no bill_time remark status tenant_id delete_flag',
    {
      creator: '7',
      account_id: '17',
      remark: '',
      status: '0',
      tenant_id: TENANT,
      delete_flag: '0',
    },
    [
      {
        id: 1,
        type: '收款',
        organ_id: '58',
        change_amount: '20',
        discount_money: '0',
        total_price: '20',
        bill_no: 'SK1',
        bill_time: '2021-06-06 10:00:00',
      },
      {
        id: 2,
        type: '转账',
        change_amount: '-11',
        total_price: '-11',
        bill_no: 'ZZ1',
        bill_time: '2021-06-07 10:00:00',
      },
    ],
  ),
  jsh_account_item: {
    columns:
      'id header_id account_id in_out_item_id bill_id need_debt finish_debt each_amount remark tenant_id delete_flag',
    rows: [
      [21, '1', null, null, '3', '40', '0', '20', '', TENANT, '0'],
      [22, '2', '17', null, null, null, null, '11', '', TENANT, '0'],
    ],
  },
};

/** The company with some tables changed. */
export const changed = (change: TestTables): TestTables => ({ ...smallCompany, ...change });

/** Builds a dump with several copies of the small company, numbered from 101 on, and one deleted company. */
export function severalCompanies(count: number): TestTables {
  const numbers = Array.from({ length: count }, (_, at) => at + 1);
  const tables = Object.entries(smallCompany).map(([name, { columns, rows }]) => {
    const at = columns.split(' ').indexOf('tenant_id');
    if (at < 0) return [name, { columns, rows }] as const;
    const shared = rows.filter((row) => row[at] !== TENANT);
    const own = numbers.flatMap((number) =>
      rows.filter((row) => row[at] === TENANT).map((row) => renumbered(name, row, number)),
    );
    return [name, { columns, rows: [...own, ...shared] }] as const;
  });
  const { jsh_tenant: tenants, ...others } = Object.fromEntries(tables);
  if (tenants === undefined) throw new Error('a dump names its companies');
  return {
    ...others,
    jsh_tenant: {
      columns: `${tenants.columns} delete_flag`,
      rows: [...tenants.rows.map((row) => [...row, '0']), [99, '199', 'gone', 20, 1, '1', '1']],
    },
  };
}

/** Owners are the users whose id is the company's number; names of logins and companies are one each. */
const renumbered = (table: string, row: readonly Cell[], number: number): readonly Cell[] =>
  row.map((cell, at) => {
    const isOwner = table === 'jsh_user' && at === 0;
    if (cell === TENANT || (isOwner && String(cell) === TENANT)) return String(100 + number);
    return cell === 'shop' || cell === '小店' ? `${cell}${number}` : cell;
  });
