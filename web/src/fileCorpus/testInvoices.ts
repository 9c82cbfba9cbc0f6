// For tests only: lists of invoices of tax offices and accounting programs.
import { encodeText, textLines } from '@tradehouse/domain/testing';
import type { FileCase } from './testReadings.ts';

const office = [
  '序号',
  '发票代码',
  '发票号码',
  '数电发票号码',
  '销方识别号',
  '销方名称',
  '购方识别号',
  '购买方名称',
  '开票日期',
  '金额',
  '税额',
  '价税合计',
  '发票来源',
  '发票票种',
  '发票状态',
  '是否正数发票',
  '备注',
];

export const invoiceLists: readonly FileCase[] = [
  {
    source: 'the tax office, spreadsheet of all invoices, one void, one negative',
    content: () => [
      office,
      [
        '1',
        '',
        '',
        '26442000000012345678',
        '9144',
        '百川贸易',
        '9133',
        '本公司',
        '2026-03-05 10:11:12',
        '100',
        '13',
        '113',
        '电子发票服务平台',
        '数电发票（专用发票）',
        '正常',
        '是',
        '',
      ],
      [
        '2',
        '',
        '',
        '26442000000012345679',
        '9144',
        '百川贸易',
        '9133',
        '本公司',
        '2026-03-06 10:11:12',
        '100',
        '13',
        '113',
        '电子发票服务平台',
        '数电发票（普通发票）',
        '已作废',
        '是',
        '',
      ],
      [
        '3',
        '',
        '',
        '26442000000012345680',
        '9144',
        '百川贸易',
        '9133',
        '本公司',
        '2026-03-07 10:11:12',
        '-100',
        '-13',
        '-113',
        '电子发票服务平台',
        '数电发票（普通发票）',
        '正常',
        '否',
        '',
      ],
    ],
    expected: [
      '26442000000012345678 | 2026-03-05 | 百川贸易 | 100 + 13',
      '3 refused: The invoice is “已作废”: it does not come in',
      '26442000000012345680 | 2026-03-07 | 百川贸易 | -100 + -13',
    ],
  },
  {
    source: 'the tax office, numbers of invoices as numbers that a spreadsheet cut',
    content: () => [
      office,
      [
        '1',
        '',
        '',
        '2.6442E+19',
        '9144',
        '百川贸易',
        '9133',
        '本公司',
        '2026-03-05',
        '100',
        '13',
        '113',
        '',
        '',
        '正常',
        '是',
        '',
      ],
    ],
    expected: ['2 refused: 发票号 “2.6442E+19” can’t be read'],
  },
  {
    source: 'a text of the tax office, GB18030, tabs behind numbers',
    content: () =>
      encodeText(
        textLines(
          '发票代码,发票号码,开票日期,销方名称,金额,税额,发票状态',
          '"044001900111\t","12345678\t",2026-03-05,百川贸易,"1,234.50",160.49,正常',
        ),
        'gb18030',
      ),
    expected: ['12345678 | 2026-03-05 | 百川贸易 | 1234.5 + 160.49'],
  },
  {
    source: 'DATEV, semicolons, days without a year',
    content: () =>
      encodeText(
        textLines(
          '"EXTF";700;21;"Buchungsstapel"',
          'Umsatz;Soll/Haben-Kennzeichen;Konto;Gegenkonto;Belegdatum;Belegfeld 1;Buchungstext',
          '119,00;S;10000;8400;0503;RE-1;Ware',
        ),
        'windows-1252',
      ),
    expected: ['refused: no headings'],
  },
  {
    source: 'a German list, net and tax with decimal commas',
    content: () =>
      encodeText(
        textLines(
          'Invoice no.;Date;Supplier;Net amount;VAT;Gross amount',
          'RE-0012;05.03.2026;Café Müller;1.000,00;190,00;1.190,00',
          'RE-0013;06.03.2026;Groß & Söhne;9,90;1,88;11,78',
        ),
        'windows-1252',
      ),
    expected: [
      'RE-0012 | 2026-03-05 | Café Müller | 1000 + 190',
      'RE-0013 | 2026-03-06 | Groß & Söhne | 9.9 + 1.88',
    ],
  },
  {
    source: 'an English list whose net and tax do not add up',
    content: () =>
      encodeText(
        textLines(
          'Invoice number,Date,Supplier,Net amount,Tax,Total',
          'I-1,2026-03-05,Ada,100.00,19.00,120.00',
        ),
      ),
    expected: ['2 refused: 不含税金额 “100.00” can’t be read'],
  },
  {
    source: 'a list in a foreign currency',
    content: () =>
      encodeText(
        textLines(
          'Invoice number,Date,Supplier,Net amount,Tax,Currency',
          'I-1,2026-03-05,Ada,100.00,19.00,EUR',
          'I-2,2026-03-05,Ada,100.00,0.00,CNY',
        ),
      ),
    expected: [
      '2 refused: EUR is not the company’s own currency',
      'I-2 | 2026-03-05 | Ada | 100 + 0',
    ],
  },
  {
    source: 'a list whose days may be of March or of May',
    content: () =>
      encodeText(
        textLines('Invoice number,Date,Supplier,Net amount,Tax', 'I-1,03/05/2026,Ada,100.00,19.00'),
      ),
    expected: ['2 refused: 开票日期 “03/05/2026” can’t be read'],
  },
];
