import { expect, test } from 'vitest';
import { labelsInRoom } from './labelsInRoom.ts';

const chinese = ['新增', '删除', '审核', '反审核', '转销售退货', '开票登记', '打印'];
const english = [
  ['New', 'Delete', 'Approve', 'Unapprove'],
  ['Make sales return', 'Issue an invoice', 'Print'],
].flat();

test.each([
  ['Chinese buttons of a sale', chinese, 1118, 7],
  ['English ones, which are longer', english, 1118, 5],
  ['of a page that is not measured yet', english, 0, 7],
  ['of a narrow page', english, 300, 1],
] as const)('a line has room for buttons: %s', (_page, labels, room, count) => {
  expect(labelsInRoom(labels, 'More', room)).toBe(count);
});

test('the menu of further buttons takes room by its own label', () => {
  const counts = ['More', '更多操作'].map((menu) => labelsInRoom(chinese, menu, 1010));
  expect(counts).toEqual([7, 6]);
});
