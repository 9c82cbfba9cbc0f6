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
  jsh_supplier: {
    columns:
      'id supplier contacts phone_num email type enabled advance_in begin_need_get begin_need_pay all_need_get all_need_pay telephone tax_rate tenant_id delete_flag',
    rows: [
      [
        57,
        '供应商1',
        '小军',
        '',
        '',
        '供应商',
        '\u0001',
        '0',
        '0',
        '5.000000',
        '0',
        '65.000000',
        '',
        '13',
        TENANT,
        '0',
      ],
      [
        58,
        '客户1',
        '小李',
        '',
        '',
        '客户',
        '\u0001',
        '0',
        '0',
        '0',
        '20.000000',
        '0',
        '',
        null,
        TENANT,
        '0',
      ],
      [59, '两边', '', '', '', '客户', '\u0001', '0', '1', '1', '0', '0', '', null, TENANT, '0'],
    ],
  },
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
  jsh_material: {
    columns:
      'id category_id name mfrs model standard color unit remark unit_id expiry_num weight enabled enable_serial_number enable_batch_number tenant_id delete_flag',
    rows: [
      [
        568,
        '17',
        '苹果',
        '',
        '',
        '',
        '',
        null,
        '',
        '15',
        null,
        '0.5',
        '\u0001',
        '0',
        '0',
        TENANT,
        '0',
      ],
      [
        569,
        null,
        '手机',
        '',
        '',
        '',
        '',
        '台',
        '',
        null,
        null,
        null,
        '\u0001',
        '1',
        '0',
        TENANT,
        '0',
      ],
      [
        570,
        null,
        '没有条码',
        '',
        '',
        '',
        '',
        '个',
        '',
        null,
        null,
        null,
        '\u0001',
        '0',
        '0',
        TENANT,
        '0',
      ],
    ],
  },
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
  jsh_depot_head: {
    columns:
      'id type sub_type number create_time oper_time organ_id creator account_id change_amount back_amount total_price pay_type remark sales_man account_id_list account_money_list discount discount_money discount_last_money other_money deposit status purchase_status link_number tenant_id delete_flag',
    rows: [
      [
        1,
        '其它',
        '采购订单',
        'CGDD1',
        '2021-06-01 10:00:00',
        '2021-06-01 10:00:00',
        '57',
        '7',
        '17',
        '-10',
        null,
        '-48',
        '现付',
        '',
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        '2',
        '0',
        null,
        TENANT,
        '0',
      ],
      [
        2,
        '入库',
        '采购',
        'CGRK1',
        '2021-06-02 10:00:00',
        '2021-06-02 10:00:00',
        '57',
        '7',
        '17',
        '0',
        null,
        '-48',
        '现付',
        '',
        null,
        null,
        null,
        '0',
        '0',
        '48',
        '22',
        '10',
        '0',
        '0',
        'CGDD1',
        TENANT,
        '0',
      ],
      [
        3,
        '出库',
        '销售',
        'XSCK1',
        '2021-06-03 10:00:00',
        '2021-06-03 10:00:00',
        '58',
        '8',
        '17',
        '0',
        null,
        '40',
        '现付',
        '送货',
        '14',
        null,
        null,
        '0',
        '0',
        '40',
        '0',
        null,
        '0',
        '0',
        null,
        TENANT,
        '0',
      ],
      [
        4,
        '入库',
        '采购',
        'CGRK2',
        '2021-06-04 10:00:00',
        '2021-06-04 10:00:00',
        '57',
        '7',
        '17',
        '-900',
        null,
        '-900',
        '现付',
        '',
        null,
        null,
        null,
        '0',
        '0',
        '900',
        '0',
        null,
        '0',
        '0',
        null,
        TENANT,
        '0',
      ],
      [
        5,
        '出库',
        '销售',
        'XSCK2',
        '2021-06-05 10:00:00',
        '2021-06-05 10:00:00',
        '58',
        '7',
        '17',
        '300',
        null,
        '300',
        '现付',
        '',
        null,
        null,
        null,
        '0',
        '0',
        '300',
        '0',
        null,
        '0',
        '0',
        null,
        TENANT,
        '0',
      ],
      [
        6,
        '出库',
        '没有',
        'X1',
        '2021-06-05 11:00:00',
        '2021-06-05 11:00:00',
        null,
        '7',
        null,
        null,
        null,
        '0',
        '现付',
        '',
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        '0',
        '0',
        null,
        TENANT,
        '0',
      ],
    ],
  },
  jsh_depot_item: {
    columns:
      'id header_id material_id material_extend_id material_unit sku oper_number basic_number unit_price all_price remark depot_id another_depot_id tax_rate tax_money tax_last_money material_type sn_list batch_number expiration_date link_id tenant_id delete_flag',
    rows: [
      [
        11,
        '1',
        '568',
        '2',
        '箱',
        null,
        '2',
        '24',
        '24',
        '48',
        '',
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        TENANT,
        '0',
      ],
      [
        12,
        '2',
        '568',
        '2',
        '箱',
        null,
        '2',
        '24',
        '24',
        '48',
        '',
        '14',
        null,
        '0',
        '0',
        '48',
        null,
        null,
        null,
        null,
        '11',
        TENANT,
        '0',
      ],
      [
        13,
        '3',
        '568',
        '1',
        '个',
        null,
        '4',
        '4',
        '10',
        '40',
        '',
        '14',
        null,
        '0',
        '0',
        '40',
        null,
        null,
        null,
        null,
        null,
        TENANT,
        '0',
      ],
      [
        14,
        '4',
        '569',
        '3',
        '台',
        null,
        '1',
        '1',
        '900',
        '900',
        '',
        '14',
        null,
        '0',
        '0',
        '900',
        null,
        'SN1',
        null,
        null,
        null,
        TENANT,
        '0',
      ],
      [
        15,
        '5',
        '568',
        '1',
        '个',
        null,
        '100',
        '100',
        '3',
        '300',
        '',
        '14',
        null,
        '0',
        '0',
        '300',
        null,
        null,
        null,
        null,
        null,
        TENANT,
        '0',
      ],
    ],
  },
  jsh_account_head: {
    columns:
      'id type organ_id hands_person_id creator change_amount discount_money total_price account_id bill_no bill_time remark status tenant_id delete_flag',
    rows: [
      [
        1,
        '收款',
        '58',
        null,
        '7',
        '20',
        '0',
        '20',
        '17',
        'SK1',
        '2021-06-06 10:00:00',
        '',
        '0',
        TENANT,
        '0',
      ],
      [
        2,
        '转账',
        null,
        null,
        '7',
        '-11',
        null,
        '-11',
        '17',
        'ZZ1',
        '2021-06-07 10:00:00',
        '',
        '0',
        TENANT,
        '0',
      ],
    ],
  },
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

/** The small company so many times in one dump, each with a number of its own from 101 on, and one that was deleted. */
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
