// Receipts and a printer of ESC/POS for tests.
import type { TillReceipt, ReceiptWords } from './receipt.ts';

export const chineseWords: ReceiptWords = {
  goods: '商品',
  quantity: '数量',
  price: '单价',
  amount: '金额',
};

/** A sale in Chinese: a long name, a promotion, a member, change. */
export const chineseReceipt: TillReceipt = {
  shop: '田园生鲜超市（人民路店）',
  shopLines: ['电话: 021-5555 0101'],
  title: '销售小票',
  facts: [
    { label: '单号', value: 'LSCK00001024' },
    { label: '时间', value: '2026-12-01 10:21' },
    { label: '收银员', value: '王小明' },
  ],
  items: [
    {
      name: '红富士苹果',
      quantity: '1.234 kg',
      price: '9.80',
      amount: '12.09',
      promotions: '',
      discount: '',
    },
    {
      name: '有机全脂纯牛奶家庭装 250ml×24盒 礼盒',
      quantity: '2 箱',
      price: '65.00',
      amount: '104.00',
      promotions: '第二件六折',
      discount: '-26.00',
    },
  ],
  sums: [{ label: '件数', value: '3.234' }],
  total: { label: '应收', value: '¥116.09' },
  payments: [
    { label: '现金', value: '¥120.00' },
    { label: '找零', value: '¥3.91' },
  ],
  member: [
    { label: '会员', value: '李女士' },
    { label: '预付款余额', value: '¥1,250.00' },
  ],
  code: 'LSCK00001024',
  footer: ['LSCK00001024', '谢谢惠顾，请保管好小票'],
};

export const englishWords: ReceiptWords = {
  goods: 'Item',
  quantity: 'Qty',
  price: 'Price',
  amount: 'Amount',
};

/** A return in English, with figures too wide for their columns. */
export const englishReceipt: TillReceipt = {
  shop: 'Café Corner Shop',
  shopLines: ['12 High Street', 'Phone: 555 0101'],
  title: 'Receipt',
  facts: [
    { label: 'No.', value: 'RET-1024' },
    { label: 'Time', value: '2026-12-01 10:21' },
  ],
  items: [
    {
      name: 'Handmade oak dining table with a very long description',
      quantity: '12 pieces',
      price: '1,234,567.89',
      amount: '14,814,814.68',
      promotions: '',
      discount: '',
    },
    {
      name: 'Tea',
      quantity: '1 box',
      price: '4.00',
      amount: '4.00',
      promotions: '',
      discount: '',
    },
  ],
  sums: [],
  total: { label: 'To pay', value: '$14,814,818.68' },
  payments: [{ label: 'Card', value: '$14,814,818.68' }],
  member: [],
  code: '',
  footer: ['Goods may be returned within seven days with this receipt.'],
};

/** Paper of a test printer after its commands: printed lines, codes, cuts and pulses to the drawer. */
export interface PrintedPaper {
  readonly lines: readonly string[];
  /** Lines in bold or double height, by their number. */
  readonly marked: readonly number[];
  readonly codes: readonly string[];
  readonly cuts: number;
  readonly pulses: number;
}

/** Bytes of the parameters of a command, after its two first bytes. */
const parameterCounts: Readonly<Record<string, number>> = {
  '1b40': 0,
  '1b4d': 1,
  '1b45': 1,
  '1b61': 1,
  '1b74': 1,
  '1b70': 3,
  '1c26': 0,
  '1c2e': 0,
  '1d21': 1,
  '1d56': 1,
};

const hex = (value: number | undefined): string => (value ?? 0).toString(16).padStart(2, '0');

/** Obeys ESC/POS commands as a printer does. Throws on an unknown command. */
export function printEscPos(bytes: Uint8Array): PrintedPaper {
  const lines: string[] = [];
  const marked: number[] = [];
  const codes: string[] = [];
  const counts = { cuts: 0, pulses: 0 };
  let [line, isMarked]: [number[], boolean] = [[], false];
  let decoder = new TextDecoder('windows-1252');
  let codeData = '';
  for (let at = 0; at < bytes.length;) {
    const byte = bytes[at] ?? 0;
    if (byte === 0x0a) {
      lines.push(decoder.decode(Uint8Array.from(line)));
      line = [];
      at += 1;
    } else if (byte !== 0x1b && byte !== 0x1c && byte !== 0x1d) {
      if (byte < 0x20) throw new Error(`control character ${hex(byte)}`);
      if (isMarked && marked.at(-1) !== lines.length) marked.push(lines.length);
      line.push(byte);
      at += 1;
    } else if (byte === 0x1d && bytes[at + 1] === 0x28) {
      const length = (bytes[at + 3] ?? 0) + (bytes[at + 4] ?? 0) * 256;
      const data = bytes.slice(at + 5, at + 5 + length);
      if (data[1] === 0x50) codeData = new TextDecoder().decode(data.slice(3));
      if (data[1] === 0x51) codes.push(codeData);
      at += 5 + length;
    } else {
      const command = hex(byte) + hex(bytes[at + 1]);
      const count = parameterCounts[command];
      if (count === undefined) throw new Error(`unknown command ${command}`);
      const parameter = bytes[at + 2] ?? 0;
      if (command === '1c26') decoder = new TextDecoder('gbk');
      if (command === '1c2e') decoder = new TextDecoder('windows-1252');
      if (command === '1b45' || command === '1d21') isMarked = parameter > 0;
      if (command === '1d56') counts.cuts += 1;
      if (command === '1b70') counts.pulses += 1;
      at += 2 + count;
    }
  }
  if (line.length > 0) throw new Error('an unfinished line');
  return { lines, marked, codes, ...counts };
}
