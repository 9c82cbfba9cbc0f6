// For tests only: bills of carriers.
import { encodeText, textLines } from '@tradehouse/domain/testing';
import type { FileCase } from './testReadings.ts';

export const carriers: readonly FileCase[] = [
  {
    source: 'SF, a price before the discount and what is owed, a sum at the end',
    content: () =>
      encodeText(
        textLines(
          '顺丰速运 2026年03月 对账单',
          '客户名称：测试,月结卡号：0200000000',
          '序号,运单号码,寄件日期,计费重量(kg),产品类型,费用(元),折扣/促销,应付金额(元)',
          '1,SF1234567890123,2026-03-05,2.5,标快,20.00,5.00,15.00',
          '2,SF1234567890124,2026-03-06,1,标快,"1,200.00",0.00,"1,200.00"',
          ',合计,,3.5,,1220.00,5.00,1215.00',
        ),
        'gb18030',
      ),
    expected: ['SF1234567890123 | 15 | 2.5', 'SF1234567890124 | 1200 | 1', 'left: 1'],
  },
  {
    source: 'ZTO as a spreadsheet, numbers of waybills as numbers',
    content: () => [
      ['运单编号', '重量', '运费'],
      ['75312345678901', '1.25', '3.2'],
      ['7.53123E+17', '1', '3'],
      ['75312345678903', '-', '2.8'],
      ['总计', '', '9'],
    ],
    expected: [
      '75312345678901 | 3.2 | 1.25',
      '3 refused: 7.53123E+17',
      '75312345678903 | 2.8 | -',
      'left: 1',
    ],
  },
  {
    source: 'FedEx, net charges, pounds',
    content: () =>
      encodeText(
        textLines(
          '"Express or Ground Tracking ID","Invoice Number","Net Charge Amount","Actual Weight Amount","Rated Weight Amount"',
          '"123456789012","1-234-56789","1,234.50","2.0","3.0"',
        ).replace('Express or Ground Tracking ID', 'Tracking ID'),
      ),
    expected: ['123456789012 | 1234.5 | -'],
  },
  {
    source: 'UPS, no headings',
    content: () =>
      encodeText(
        textLines('2.1,0000A1B2C3,000000A1B2C3,US,03/07/2026,1Z999AA10123456784,,,12.34,USD'),
      ),
    expected: ['refused: no headings'],
  },
  {
    source: 'DHL in German, semicolons and decimal commas',
    content: () =>
      encodeText(
        textLines(
          'Tracking number;Weight (kg);Total',
          '00340434161094012345;2,50;1.234,50',
          '00340434161094012346;1,00;4,99',
          'Total;;1.239,49',
        ),
        'windows-1252',
      ),
    expected: ['00340434161094012345 | 1234.5 | 2.5', '00340434161094012346 | 4.99 | 1', 'left: 1'],
  },
  {
    source: 'YTO, headings in two languages, credits below zero',
    content: () =>
      encodeText(
        textLines(
          '快递单号 Waybill No.,计费重量 Weight(kg),合计费用 Total(元)',
          'YT1234567890123,1.00,3.50',
          'YT1234567890124,1.00,-3.50',
        ),
      ),
    expected: ['YT1234567890123 | 3.5 | 1', '3 refused: YT1234567890124'],
  },
  {
    source: 'weights in pounds',
    content: () => encodeText(textLines('Waybill,Weight (lb),Amount', 'W1,10,5.00')),
    expected: ['W1 | 5 | 4.535924'],
  },
];
