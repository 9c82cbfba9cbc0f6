import type { PhraseLanguage, PrintTemplate, SettingsReply } from '@tradehouse/contract';
import { defaultTemplate, fieldLabel, printLabel, printWord } from '@tradehouse/contract';
import { quantityText, timeText } from '../control/format.ts';
import { t } from '../phrase/index.ts';
import type { PrintContent, ContentColumn, Labelled } from './content.ts';

/** Order line received differently, summed over its lots. Quantities in base units, plain decimals. */
interface OrderDifferenceLine {
  readonly line: number;
  readonly barcode: string;
  readonly name: string;
  readonly unit: string;
  readonly ordered: string;
  /** With earlier receipts. */
  readonly received: string;
  readonly arrived: string;
  readonly formal: string;
  readonly defective: string;
  readonly gift: string;
  /** How much more came than was still expected; below zero: less. Gifts are beyond the order. */
  readonly difference: string;
  readonly reason: string;
}

/** Differences between a tally and the order, for the sender or carrier. */
export interface Differences {
  /** The order's. */
  readonly id: string;
  readonly number: string;
  readonly partnerName: string;
  readonly warehouseName: string;
  /** ISO instant of the goods' arrival; null while unknown. */
  readonly time: string | null;
  readonly carrier: string;
  readonly tracking: string;
  readonly remark: string;
  readonly lines: readonly OrderDifferenceLine[];
}

interface DifferencesSheetOptions {
  readonly settings: SettingsReply;
  readonly language: PhraseLanguage;
  readonly printedAt: string;
}

/** Returns the template of a difference note without amounts, because the note is about goods only. */
export function differencesTemplate(): PrintTemplate {
  const usual = defaultTemplate('purchaseOrder', 'a4');
  return {
    ...usual,
    header: { ...usual.header, logo: false, company: ['companyName'], code: 'none' },
    facts: { across: 3, fields: [] },
    lines: { ...usual.lines, columns: [], pageSums: false, totals: false },
    sums: [],
  };
}

export function differencesContent(
  differences: Differences,
  { settings, language, printedAt }: DifferencesSheetOptions,
): PrintContent {
  const { number, time, lines } = differences;
  const at = (instant: string): string => timeText(instant, settings.timeZone).slice(0, 16);
  const called = (field: string): string => printLabel(language, 'purchaseOrder', field);
  const fact = (field: string, label: string, value: string): Labelled => ({
    field,
    label,
    value,
    wide: field === 'remark',
  });
  const columns = differenceColumnsOf(called);
  const nothing = columns.map(() => '');
  return {
    id: differences.id,
    number,
    title: t('tally.differences'),
    company: [{ name: true, text: settings.companyName }].filter(({ text }) => text !== ''),
    facts: [
      fact('partnerName', called('partnerName'), differences.partnerName),
      fact('number', t('tally.order'), number),
      fact('warehouseName', t('tally.warehouse'), differences.warehouseName),
      fact('time', t('tally.time'), time === null ? '' : at(time)),
      fact('carrier', t('tally.carrier'), differences.carrier),
      fact(
        'tracking',
        fieldLabel(language, 'purchaseOrder', 'externalTracking'),
        differences.tracking,
      ),
      fact('remark', t('document.remark'), differences.remark),
    ].filter(({ value }) => value !== ''),
    columns,
    rows: lines.map((line, index) => ({ cells: differenceCellsOf(line, index + 1), line: null })),
    totals: nothing,
    totalWord: '',
    pageSumWord: '',
    sums: [],
    notes: [],
    signs: (['keeper', 'deliverer'] as const).map((sign) =>
      fact(sign, printWord(language, sign), ''),
    ),
    printTime: printWord(language, 'printTime').replace('{time}', at(printedAt)),
    pageWord: (page, pages) =>
      printWord(language, 'page').replace('{page}', String(page)).replace('{pages}', String(pages)),
    sumOf: () => nothing,
  };
}

const quantities = [
  'ordered',
  'received',
  'arrived',
  'formal',
  'defective',
  'gift',
  'difference',
] as const;

/** In the order of the cells. */
const differenceColumnsOf = (called: (field: string) => string): readonly ContentColumn[] => [
  ...['position', 'barcode', 'productName', 'unit'].map((field) => ({
    field,
    label: called(field),
    right: false,
    width: 0,
  })),
  ...quantities.map((field) => ({ field, label: t(`tally.${field}`), right: true, width: 0 })),
  { field: 'reason', label: t('tally.reason'), right: false, width: 0 },
];

function differenceCellsOf(line: OrderDifferenceLine, position: number): readonly string[] {
  const { barcode, name, unit, difference, reason } = line;
  const figures = quantities.map((field) => {
    const more = field === 'difference' && !/^(-|0$)/.test(difference);
    return `${more ? '+' : ''}${quantityText(line[field])}`;
  });
  return [String(position), barcode, name, unit, ...figures, reason];
}
