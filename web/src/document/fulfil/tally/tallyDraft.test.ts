import { expect, test } from 'vitest';
import {
  allArrived,
  quantitiesOf,
  computeTallyDifference,
  differingOf,
  createPartDrafts,
  tallyPartsFromDrafts,
  countScannedArrival,
} from './tallyDraft.ts';
import type { PartDraft, ScannedArrivalInput, TallyLine } from './tallyDraft.ts';

const tea: TallyLine = {
  line: 1,
  skuId: '11',
  barcode: '4711',
  skuCode: '',
  name: 'Tea',
  unit: 'piece',
  ordered: '10',
  received: '4',
  warehouseId: null,
  serialManaged: false,
  lotManaged: true,
  shelfLifeDays: null,
};
const phone: TallyLine = { ...tea, line: 2, skuId: '22', serialManaged: true, lotManaged: false };
const rows = createPartDrafts([tea, phone], null);
const [row] = rows as [PartDraft, PartDraft];
const figures = (draft: PartDraft) => {
  const { arrived, formal, defective, gift } = quantitiesOf(draft);
  return [arrived, formal, defective, gift].map((one) => one.toNumber());
};

const counted = (drafts: readonly PartDraft[], scanned: ScannedArrivalInput) => {
  const after = countScannedArrival(drafts, scanned);
  if ('wrong' in after) throw new Error(after.wrong);
  return after;
};

test('goods neither defective nor gift are formal', () => {
  expect(figures({ ...row, arrived: '7', defective: '2', gift: '1' })).toEqual([7, 4, 2, 1]);
  expect(figures({ ...row, arrived: '1', defective: '2' })).toEqual([1, -1, 2, 0]);
});

test('serials count as quantities', () => {
  const serials = { formal: 'A1,A2', defective: 'A3', gift: '' };
  const draft = { ...row, line: phone, serials };
  expect(figures(draft)).toEqual([3, 2, 1, 0]);
  expect(tallyPartsFromDrafts([draft])[0]?.serials).toEqual({
    formal: ['A1', 'A2'],
    defective: ['A3'],
    gift: [],
  });
});

test('“all arrived” enters the open quantity; a scan adds a piece, and a scanned box twelve', () => {
  expect(rows.map(allArrived).map(({ arrived }) => arrived)).toEqual(['6', '']);
  const once = counted(rows, { skuId: '11', units: '1' });
  expect(once.row.arrived).toBe('1');
  expect(counted(once.drafts, { skuId: '11', units: '12' }).row.arrived).toBe('13');
  expect(countScannedArrival(rows, { skuId: '99', units: '1' })).toEqual({ wrong: 'notOrdered' });
});

test('scanned goods of a lot take an empty row, then a row for each further lot', () => {
  const scan = (drafts: readonly PartDraft[], lot: string, expiry: string) =>
    counted(drafts, { skuId: '11', units: '1', lot, expiry }).drafts;
  const after = scan(scan(scan(rows, 'A', '2027-05-31'), 'B', ''), 'A', '2027-05-31');
  expect(after.map(({ line, lot, expiry, arrived }) => [line.line, lot, expiry, arrived])).toEqual([
    [1, 'A', '2027-05-31', '2'],
    [1, 'B', null, '1'],
    [2, '', null, ''],
  ]);
  expect(
    countScannedArrival(after, { skuId: '11', units: '1', lot: 'A', expiry: '2027-06-30' }),
  ).toEqual({ wrong: 'otherExpiry' });
});

test('a scanned serial is entered once', () => {
  const once = counted(rows, { skuId: '22', units: '1', serial: 'S1' });
  expect(once.row.serials.formal).toBe('S1');
  expect(countScannedArrival(once.drafts, { skuId: '22', units: '1', serial: 'S1' })).toEqual({
    wrong: 'serialTwice',
  });
});

test('a line differs from the open quantity summed over its lots, once goods arrived', () => {
  expect(computeTallyDifference(rows, tea)).toBeNull();
  const lots = [
    { ...row, arrived: '2', lot: 'A' },
    { ...row, arrived: '3', gift: '1', lot: 'B' },
  ];
  expect(computeTallyDifference(lots, tea)?.toNumber()).toBe(-2);
});

test('a difference note lists short, excess, defective and gift lines, summed over lots', () => {
  // Six of ten are still expected.
  const figures = (...lots: readonly Partial<PartDraft>[]) =>
    differingOf(lots.map((lot) => ({ ...row, ...lot }))).map((line) =>
      [line.arrived, line.formal, line.defective, line.gift, line.difference, line.reason].join(
        ' ',
      ),
    );
  expect(figures({})).toEqual([]);
  expect(figures({ arrived: '6' })).toEqual([]);
  expect(figures({ arrived: '2', reason: 'torn ' }, { arrived: '3', reason: 'torn' })).toEqual([
    '5 5 0 0 -1 torn',
  ]);
  expect(figures({ arrived: '9', reason: 'sent twice' })).toEqual(['9 9 0 0 3 sent twice']);
  expect(figures({ arrived: '6', defective: '2' })).toEqual(['6 4 2 0 0 ']);
  expect(figures({ arrived: '7', gift: '1' })).toEqual(['7 6 0 1 0 ']);
});

test('a draft is restored unchanged', () => {
  const typed = {
    ...row,
    arrived: '3',
    defective: '1',
    lot: 'A',
    expiry: '2030-01-01',
    reason: 'wet',
  };
  const head = { warehouseId: null, time: null, carrier: '', tracking: '', remark: '' };
  expect(createPartDrafts([tea], { ...head, parts: tallyPartsFromDrafts([typed]) })).toEqual([
    typed,
  ]);
});
