import { beforeAll, expect, test } from 'vitest';
import { loadPhrases, t } from '../phrase/index.ts';
import { readOrders } from './externalOrderRows.ts';

beforeAll(() => loadPhrases('en'));

const defaults = {
  platform: '淘宝',
  shop: '旗舰店',
  partnerId: '7',
  timeZone: 'Asia/Shanghai',
  currency: 'CNY',
};
const problems = (cells: readonly (readonly string[])[], more: Partial<typeof defaults> = {}) =>
  readOrders(cells, { ...defaults, ...more })?.map(({ problem }) => problem);

test('rows with a common number form a single order, read under the column names of platforms', () => {
  const orders = readOrders(
    [
      ['订单编号', '商家编码', '宝贝标题', '购买数量', '商品单价', '下单时间'],
      ['1001', 'A', '杯', '2', '¥1,009.90', '2026-11-20 09:30'],
      ['1002', 'B', '', '1', '5', '2026-11-20'],
      ['1001', 'C', '', '1.5', '0', ''],
    ],
    defaults,
  );
  expect(orders).toMatchObject([
    {
      number: '1001',
      place: 2,
      lines: 2,
      problem: null,
      order: {
        platform: '淘宝',
        shop: '旗舰店',
        externalOrder: '1001',
        partnerId: '7',
        time: '2026-11-20T01:30:00.000Z',
        lines: [
          { outerSkuCode: 'A', outerName: '杯', quantity: '2', price: '1009.9' },
          { outerSkuCode: 'C', quantity: '1.5', price: '0' },
        ],
      },
    },
    { number: '1002', order: { time: '2026-11-19T16:00:00.000Z' } },
  ]);
});

test('the template is read in both languages, and row values override defaults', () => {
  const read = readOrders(
    [
      ['External order no.', 'Platform', 'Shop', 'Customer', 'Outer SKU', 'Quantity', 'Unit price'],
      ['1', 'Amazon', 'US', 'Ada', 'X', '1', '2'],
      ['1', 'Amazon', 'DE', 'Ada', 'X', '1', '2'],
    ],
    defaults,
  );
  expect(read?.map(({ order }) => order)).toMatchObject([
    { platform: 'Amazon', shop: 'US', customer: 'Ada' },
    { platform: 'Amazon', shop: 'DE', customer: 'Ada' },
  ]);
});

test('a file without headings has no orders, and every wrong row is refused at its cell', () => {
  expect(readOrders([['1001', 'A', '1', '2']], defaults)).toBeNull();
  const head = ['订单号', 'SKU', '数量', '单价', '客户', '下单时间'];
  const wrong = [
    ['', 'A', '1', '2', '', ''],
    ['2', '', '1', '2', '', ''],
    ['3', 'A', '0', '2', '', ''],
    ['4', 'A', '1', 'x', '', ''],
    ['5', 'A', '1', '2', '', 'soon'],
    ['6', 'A', '1', '2', '', '2026-11-20 25:00'],
    ['7', 'A', '1', '2', '', '2026-11-20 9:30 CST'],
    ['8', 'A', '1', '1,234', '', ''],
    ['9', 'A', '1', '-2', '', ''],
    ['10', 'A', '-1', '2', '', ''],
  ];
  expect(problems([head, ...wrong])?.every((problem) => problem !== null)).toBe(true);
  expect(problems([head, ['7', 'A', '1', '2', '', '']])).toEqual([null]);
  expect(problems([head, ['7', 'A', '1', '2', '', '']], { platform: ' ' })).not.toEqual([null]);
  expect(
    readOrders([head, ...wrong], defaults)?.map(({ refused }) => [refused?.place, refused?.column]),
  ).toEqual([
    [2, 'externalOrder'],
    [3, 'outerSkuCode'],
    [4, 'quantity'],
    [5, 'unitPrice'],
    [6, 'orderedAt'],
    [7, 'orderedAt'],
    [8, 'orderedAt'],
    [9, 'unitPrice'],
    [10, 'unitPrice'],
    [11, 'quantity'],
  ]);
  // Two customers of one order are one too many.
  expect(
    problems([head, ['8', 'A', '1', '2', 'Ada', ''], ['8', 'B', '1', '2', 'Cy', '']]),
  ).not.toEqual([null]);
});

test.each([
  ['2026-11-20 9:30 PM', '2026-11-20T13:30:00.000Z'],
  ['20 Nov 2026 09:30 UTC', '2026-11-20T09:30:00.000Z'],
  ['20/11/2026 09:30', '2026-11-20T01:30:00.000Z'],
  ['2026-11-20 09:30:15', '2026-11-20T01:30:15.000Z'],
  ['2026/11/20 9:30', '2026-11-20T01:30:00.000Z'],
  ['2026年11月20日 9:30', '2026-11-20T01:30:00.000Z'],
  ['2026-11-20T09:30:00.000Z', '2026-11-20T09:30:00.000Z'],
  ['2026-11-20T09:30:00-0500', '2026-11-20T14:30:00.000Z'],
  ['2026-11-20T09:30:00+05:30', '2026-11-20T04:00:00.000Z'],
  ['2026-11-20 09:30:00 UTC+8', '2026-11-20T01:30:00.000Z'],
  ['2026-11-20 09:30:00 PST', '2026-11-20T17:30:00.000Z'],
  ['2026-11-20 09:30:00 GMT-0500 (EST)', '2026-11-20T14:30:00.000Z'],
  ['2026-11-20 09:30 Europe/Berlin', '2026-11-20T08:30:00.000Z'],
  ['46346.3958333333', '2026-11-20T01:30:00.000Z'],
  ['46346', '2026-11-19T16:00:00.000Z'],
  ['20261120', '2026-11-19T16:00:00.000Z'],
])('the text %s is read as an order time', (text, time) => {
  const cells = [
    ['订单号', 'SKU', '数量', '单价', '下单时间'],
    ['1', 'A', '1', '2', text],
  ];
  expect(readOrders(cells, defaults)?.map(({ order }) => order?.time)).toEqual([time]);
});

test('a row without a customer takes the customer of another row of the order', () => {
  const cells = [
    ['订单号', 'SKU', '数量', '单价', '客户'],
    ['1', 'A', '1', '2', 'Ada'],
    ['1', 'B', '1', '2', ''],
  ];
  expect(readOrders(cells, defaults)).toMatchObject([
    { lines: 2, problem: null, order: { customer: 'Ada' } },
  ]);
});

const linesOf = (cells: readonly (readonly string[])[]) =>
  readOrders(cells, defaults)?.map(({ number, problem, order }) => [
    number,
    problem,
    order?.lines.map(({ outerSkuCode, quantity, price }) => `${outerSkuCode} ${quantity} ${price}`),
  ]);

test('order files with the headings of Shopify are read', () => {
  expect(
    linesOf([
      [
        'Name',
        'Email',
        'Created at',
        'Lineitem quantity',
        'Lineitem name',
        'Lineitem price',
        'Lineitem sku',
      ],
      ['#1001', 'a@x', '2026-03-05 10:20:00 +0800', '2', 'Cup', '9.90', 'C-1'],
      ['#1001', '', '', '1', 'Pot', '19.90', 'P-1'],
    ]),
  ).toEqual([['#1001', null, ['C-1 2 9.9', 'P-1 1 19.9']]]);
});

test('the item price of an Amazon report is the total of the line, not a unit price', () => {
  expect(
    linesOf([
      ['amazon-order-id', 'sku', 'product-name', 'quantity-purchased', 'item-price'],
      ['026-1', 'C-1', 'Cup', '2', '19.80'],
      ['026-2', 'C-1', 'Cup', '3', '10.00'],
    ]),
  ).toEqual([
    ['026-1', null, ['C-1 2 9.9']],
    ['026-2', expect.any(String), undefined],
  ]);
});

test('order files with the headings of WooCommerce are read, below lines of notes', () => {
  expect(
    linesOf([
      ['Orders of 2026-03'],
      ['Order Number', 'SKU', 'Quantity', 'Item Cost'],
      ['7', 'C-1', '2', '9,90'],
      ['8', 'C-1', '1', '1.009,90'],
    ]),
  ).toEqual([
    ['7', null, ['C-1 2 9.9']],
    ['8', null, ['C-1 1 1009.9']],
  ]);
});

test('rows without an order number belong to the order of the numbered row above', () => {
  const head = ['订单编号', '客户', '商家编码', '数量', '单价(元)'];
  expect(
    linesOf([
      head,
      ['1001', 'Ada', 'A', '1', '2'],
      ['', '', 'B', '3', '4'],
      ['〃', 'Ada', 'C', '5', '6'],
      ['"', 'Ada', 'D', '7', '8'],
      ['1002', 'Cy', 'A', '1', '2'],
    ]),
  ).toEqual([
    ['1001', null, ['A 1 2', 'B 3 4', 'C 5 6', 'D 7 8']],
    ['1002', null, ['A 1 2']],
  ]);
  // Another customer is another order, whose number is missing.
  expect(problems([head, ['1001', 'Ada', 'A', '1', '2'], ['', 'Cy', 'B', '3', '4']])).toEqual([
    null,
    expect.any(String),
  ]);
});

test.each([
  ['an order number that a spreadsheet shortened', ['2.3E+18', 'A', '1', '2']],
  ['a formula for a code', ['1', '=', '1', '2']],
  ['an error for a code', ['1', '#N/A', '1', '2']],
  ['a price with two readings', ['1', 'A', '1', '1,234']],
])('a row with %s is refused', (_, cells) => {
  expect(problems([['订单号', 'SKU', '数量', '单价'], cells])).toEqual([expect.any(String)]);
});

test('a workbook quantity like 1.125 is a decimal, even beside a text with a decimal comma', () => {
  const cells = [
    ['订单编号', '商家编码', '购买数量', '商品单价'],
    ['1001', 'A', '1.125', '2'],
    ['1002', 'B', '12,5', '2'],
  ];
  const source = { isSheet: true, workbookNumbers: [[], [2], []] };
  const orders = readOrders(cells, defaults, source);
  expect(orders?.map(({ order }) => order?.lines[0]?.quantity)).toEqual(['1.125', '12.5']);
});

test.each([
  '交易关闭',
  '已取消',
  '等待买家付款',
  '待付款',
  'Cancelled',
  'refunded',
  'voided',
  'Pending payment',
  'partially_refunded',
  '神秘',
  '已付款，已全额退款',
  '已付款待取消',
  '已发货(已取消)',
  '已付款 退款中',
  '已发货，买家拒收',
  'Paid, refund requested',
])('an order in the state %s is not imported', (state) => {
  const head = ['订单编号', '商家编码', '数量', '单价', '订单状态'];
  expect(problems([head, ['1', 'A', '1', '2', state]])).toEqual([expect.any(String)]);
});

test.each([
  '买家已付款，等待卖家发货',
  '等待卖家发货',
  '卖家已发货，等待买家确认',
  '交易成功',
  '待发货',
  'paid',
  'Processing',
  'Unshipped',
  '已付款待发货',
  '已付款未发货',
  '已发货未签收',
  '已发货-运输中',
  '已发货(待签收)',
  'Paid / Ready to ship',
])('an order in the state %s is imported', (state) => {
  const head = ['订单编号', '商家编码', '数量', '单价', '订单状态'];
  expect(problems([head, ['1', 'A', '1', '2', state]])).toEqual([null]);
});

test.each([
  ['a day of cancellation', 'Cancelled at', '2026-03-06'],
  ['a refund', '退款状态', '退款成功'],
  ['another currency', 'Currency', 'USD'],
  ['a discount of a line', 'Lineitem discount', '4.00'],
  ['a discount of the order', 'Discount Amount', '1'],
])('an order with %s is refused', (_, title, text) => {
  const head = ['Name', 'Lineitem sku', 'Lineitem quantity', 'Lineitem price', title];
  expect(problems([head, ['1', 'A', '2', '10', text]])).toEqual([expect.any(String)]);
});

test.each(['USD 5', '$5'])(
  'the price %s in another currency than the order is refused, and the cell is marked',
  (text) => {
    const head = ['Name', 'Lineitem sku', 'Lineitem quantity', 'Lineitem price'];
    const cells = [head, ['1', 'A', '2', '¥10'], ['2', 'A', '2', text]];
    expect(readOrders(cells, defaults)).toMatchObject([
      { order: { lines: [{ price: '10' }] } },
      {
        problem: t('table.otherCurrency', { text, currency: 'CNY' }),
        refused: { place: 3, column: 'unitPrice' },
      },
    ]);
  },
);

test('a price under a heading in another currency is refused, and the heading is named', () => {
  const head = ['Name', 'Lineitem sku', 'Lineitem quantity', 'Lineitem price (USD)'];
  expect(problems([head, ['1', 'A', '2', '10']])).toEqual([
    t('table.otherCurrency', { text: 'Lineitem price (USD)', currency: 'CNY' }),
  ]);
});

test('an order with zero discount, no refund and the company’s currency is imported', () => {
  const head = ['订单号', 'SKU', '数量', '单价', '优惠金额', '退款状态', '币种'];
  expect(problems([head, ['1', 'A', '2', '10', '0.00', '没有申请退款', '人民币']])).toEqual([null]);
});

test('an order with rows of two different order times is refused', () => {
  const head = ['订单号', 'SKU', '数量', '单价', '下单时间'];
  const rows = [
    ['1', 'A', '1', '2', '2026-03-05'],
    ['1', 'B', '1', '2', '2026-03-06'],
  ];
  expect(problems([head, ...rows])).toEqual([expect.any(String)]);
});

test('an order keeps the remarks of all its rows, and an overlong remark is refused', () => {
  const head = ['订单号', 'SKU', '数量', '单价', '买家留言'];
  const rows = [
    ['1', 'A', '1', '2', 'call'],
    ['1', 'B', '1', '2', 'ring'],
    ['2', 'B', '1', '2', 'x'.repeat(501)],
  ];
  expect(readOrders([head, ...rows], defaults)).toMatchObject([
    { order: { remark: 'call; ring' } },
    { order: null },
  ]);
});

test('a line break within a cell is read as a blank', () => {
  const head = ['订单号', 'SKU', '数量', '单价', '商品名称'];
  const orders = readOrders([head, ['1', 'A', '1', '2', 'cup\nred']], defaults);
  expect(orders?.[0]?.order?.lines[0]?.outerName).toBe('cup red');
});

test('a row wider than its headings is refused in a text file, and read in a spreadsheet', () => {
  const head = ['订单号', 'SKU', '数量', '单价'];
  const wide = [head, ['1001', 'A', '2', '10', '50'], ['1002', 'B', '1', '5', '']];
  expect(problems(wide)).toEqual([t('table.surplus', { text: '50' }), null]);
  expect(readOrders(wide, defaults, { isSheet: true })?.[0]?.problem).toBeNull();
});

test('price columns differing only in brackets are not chosen automatically', () => {
  const two = ['订单号', 'SKU', '数量', '单价(原价)', '单价(折后)'];
  expect(readOrders([two, ['1001', 'A', '1', '20', '15']], defaults)).toBeNull();
});

test.each(['客户', '买家', '收货人', 'Buyer name', 'Recipient name'])(
  'a row without an order number but with another person in the column %s is refused',
  (title) => {
    const head = ['订单号', 'SKU', '数量', '单价', title];
    const [first, same] = [
      ['1001', 'A', '1', '2', 'Ada'],
      ['', 'B', '1', '2', 'Ada'],
    ];
    const orders = readOrders(
      [head, first, same, ['', 'C', '1', '2', ''], ['', 'D', '1', '2', 'Cy']],
      defaults,
    );
    expect(orders).toMatchObject([
      { number: '1001', lines: 3, problem: null },
      { number: '', lines: 1, refused: { place: 5, column: 'externalOrder' } },
    ]);
  },
);
