// For tests only: orders as shops and platforms write them.
import { encodeText, textLines } from '@tradehouse/domain/testing';
import type { FileCase } from './testReadings.ts';

export const shops: readonly FileCase[] = [
  {
    source: 'Pinduoduo, headings with units, a clock of 24:30 that is none',
    content: () =>
      encodeText(
        textLines(
          '订单号,商品总价(元),商品数量(件),商家编码-规格维度,订单成交时间',
          '260305-1,30,3,A1,2026-03-05 10:00',
          '260305-2,30,3,A1,2026-03-05 24:30',
        ),
      ),
    expected: [
      '260305-1 | 2026-03-05T02:00:00.000Z | A1 3 × 10',
      '3 refused: 下单时间 “2026-03-05 24:30” does not fit',
    ],
  },
  {
    source: 'Taobao, GB18030, order numbers of 19 digits behind ="…", a closed order',
    content: () =>
      encodeText(
        textLines(
          '"订单编号","标题","价格","购买数量","外部系统编号","商品属性","订单状态","商家编码","订单创建时间"',
          '="2304567890123456789","杯子 红","9.90","2","","颜色:红","买家已付款，等待卖家发货","SKU-1","2026-03-05 12:01:02"',
          '="2304567890123456111","杯子 蓝","19.90","1","","颜色:蓝","买家已付款，等待卖家发货","SKU-2","2026-03-05 12:03:00"',
          '="2304567890123456999","盘子","5.00","1","","","交易关闭","SKU-3","2026-03-05 12:05:00"',
        ),
        'gb18030',
      ),
    expected: [
      '2 refused: 外部SKU is missing',
      '3 refused: 外部SKU is missing',
      '4 refused: “交易关闭”, so it does not come in',
    ],
  },
  {
    source: 'Taobao order numbers that a spreadsheet shortened',
    content: () =>
      encodeText(
        textLines(
          '订单编号,商家编码,购买数量,价格',
          '2.30457E+18,SKU-1,1,9.9',
          '2.30457E+18,SKU-2,1,19.9',
        ),
      ),
    expected: ['2 refused: 外部订单号 “2.30457E+18” does not fit'],
  },
  {
    source: 'Taobao orders as a spreadsheet whose numbers were cut',
    content: () => [
      ['订单编号', '商家编码', '购买数量', '价格'],
      ['2.30456789012346E+18', 'SKU-1', '1', '9.9'],
      ['2304567890123456789', 'SKU-2', '1', '9.9'],
    ],
    expected: [
      '2 refused: 外部订单号 “2.30456789012346E+18” does not fit',
      '2304567890123456789 |  | SKU-2 1 × 9.9',
    ],
  },
  {
    source: 'Tmall list of orders without their goods',
    content: () =>
      encodeText(
        textLines(
          '订单编号,买家会员名,买家应付货款,订单状态',
          '2304567890123456789,a***b,29.80,交易成功',
        ),
      ),
    expected: ['refused: no headings'],
  },
  {
    source: 'JD, GB18030, tabs behind numbers',
    content: () =>
      encodeText(
        textLines(
          '订单号,商品编号,商品名称,订购数量,支付方式,下单时间,京东价,订单状态',
          '"300123456789\t","100012345678\t","保温杯",3,在线支付,"2026-03-05 08:00:00\t",59.00,等待出库',
          '"300123456789\t","100012345679\t","杯刷",1,在线支付,"2026-03-05 08:00:00\t",9.90,等待出库',
        ),
        'gb18030',
      ),
    expected: [
      '300123456789 | 2026-03-05T00:00:00.000Z | 100012345678 3 × 59 | 100012345679 1 × 9.9',
    ],
  },
  {
    source: 'Pinduoduo, the price of all pieces and no other',
    content: () =>
      encodeText(
        textLines(
          '商品,订单号,订单状态,商品总价(元),店铺优惠折扣(元),商品数量(件),商家编码-规格维度,商家编码-商品维度,支付时间',
          '"杯子","260305-123456789012345\t",待发货,29.70,0.00,3,"SKU-1\t","P-1\t","2026-03-05 08:00:00\t"',
        ),
      ),
    expected: ['260305-123456789012345 |  | SKU-1 3 × 9.9'],
  },
  {
    source: 'Douyin, shielded numbers and two kinds of them',
    content: () =>
      encodeText(
        textLines(
          '主订单编号,子订单编号,选购商品,商品数量,商家编码,商品单价,订单提交时间,订单状态',
          "'6912345678901234567,'6912345678901234568,杯子,2,SKU-1,9.90,2026/3/5 下午3:05:00,待发货",
        ),
        'utf-8-bom',
      ),
    expected: ['6912345678901234567 | 2026-03-05T07:05:00.000Z | SKU-1 2 × 9.9'],
  },
  {
    source: 'Shopify, the order named by its first row, offsets behind times',
    content: () =>
      encodeText(
        textLines(
          'Name,Email,Financial Status,Paid at,Fulfillment Status,Currency,Created at,Lineitem quantity,Lineitem name,Lineitem price,Lineitem sku,Notes',
          '#1001,ada@example.com,paid,2026-03-05 10:11:12 -0500,unfulfilled,CNY,2026-03-05 10:11:00 -0500,2,Mug,9.90,SKU-1,',
          '#1001,ada@example.com,,,,,2026-03-05 10:11:00 -0500,1,"Plate, blue",19.90,SKU-2,',
          '#1002,bob@example.com,pending,,unfulfilled,CNY,2026-03-06 10:11:00 -0500,1,Mug,9.90,SKU-1,',
        ),
      ),
    expected: [
      '#1001 | 2026-03-05T15:11:00.000Z | SKU-1 2 × 9.9 | SKU-2 1 × 19.9',
      '4 refused: “pending”, so it does not come in',
    ],
  },
  {
    source: 'Amazon, tabs, the price of all pieces of a line',
    content: () =>
      encodeText(
        textLines(
          'amazon-order-id\tmerchant-order-id\tpurchase-date\torder-status\tsku\tproduct-name\tquantity\tcurrency\titem-price',
          '026-1234567-1234567\t\t2026-03-05T10:11:12+00:00\tShipped\tSKU-1\tMug, red\t3\tCNY\t29.70',
          '026-1234567-7654321\t\t2026-03-06T10:11:12+00:00\tCancelled\tSKU-1\tMug, red\t1\tCNY\t9.90',
        ),
      ),
    expected: [
      '026-1234567-1234567 | 2026-03-05T10:11:12.000Z | SKU-1 3 × 9.9',
      '3 refused: “Cancelled”, so it does not come in',
    ],
  },
  {
    source: 'eBay, a blank first line, money with its sign, a line on the records at the end',
    content: () =>
      encodeText(
        textLines(
          '',
          '"Sales Record Number","Order Number","Buyer Username","Item Title","Custom Label","Sold For","Quantity","Sale Date"',
          '"1","12-12345-12345","ada","Mug","SKU-1","9.90","2","Mar-05-2026"',
          '1,record(s) downloaded,',
        ),
      ),
    expected: ['12-12345-12345 |  | SKU-1 2 × 9.9', '3 refused: 外部SKU is missing'],
  },
  {
    source: 'WooCommerce, leading zeros of order numbers',
    content: () =>
      encodeText(
        textLines(
          'Order Number,Order Status,Order Date,Item Name,SKU,Quantity,Item Cost',
          '0001023,Processing,2026-03-05 10:11,Mug,007,2,9.90',
          '0001024,On hold,2026-03-05 10:12,Mug,007,2,9.90',
        ),
      ),
    expected: [
      '0001023 | 2026-03-05T02:11:00.000Z | 007 2 × 9.9',
      '3 refused: “On hold”, so it does not come in',
    ],
  },
  {
    source: 'Etsy in a foreign currency',
    content: () =>
      encodeText(
        textLines(
          'Sale Date,Item Name,Quantity,Price,Order ID,SKU,Currency',
          '03/25/26,Mug,2,9.90,3123456789,SKU-1,USD',
        ),
      ),
    expected: ['2 refused: “USD” is not the company’s own currency (CNY)'],
  },
  {
    source: 'a German shop, semicolons and decimal commas, Windows-1252',
    content: () =>
      encodeText(
        textLines(
          'Bestellnummer;SKU;Product name;Quantity;Unit price',
          '1001;SKU-1;Käse;1,5;9,90',
          '1002;SKU-2;Brot;2;1.234,50',
        ).replace('Bestellnummer', 'Order number'),
        'windows-1252',
      ),
    expected: ['1001 |  | SKU-1 1.5 × 9.9', '1002 |  | SKU-2 2 × 1234.5'],
  },
  {
    source: 'merged order numbers of a spreadsheet, as the server shows them',
    content: () => [
      ['3月订单'],
      ['订单号', '商家编码', '数量(件)', '单价(元)', '下单时间'],
      ['SO-1', 'SKU-1', '2', '9.9', '2026-03-05'],
      ['SO-1', 'SKU-2', '〃', '5', ''],
      ['SO-2', 'SKU-2', '1', '=', '2026-03-06'],
    ],
    expected: ['3 refused: 数量 “〃” does not fit', '5 refused: 单价 “=” does not fit'],
  },
];
