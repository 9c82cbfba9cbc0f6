import {
  currentButtons,
  currentPriceLimit,
  currentRoleType,
  roles,
  setRoleButtons,
  setRoleFunctions,
} from '@tradehouse/contract';
import type { InputOf } from '@tradehouse/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aServer } from '../../testing.ts';
import type { TestServer } from '../../testing.ts';

let server: TestServer;
beforeAll(async () => {
  server = await aServer();
});
afterAll(() => server.stop());

const add = (name: string, more: Partial<InputOf<typeof roles.add>>) =>
  server.call(roles.add, { name, dataScope: 'own', ...more });

test.each([
  [[], ''],
  [['purchase'], '1,4'],
  [['retail'], '2,5'],
  [['sale'], '3,6'],
  [['cost'], '7'],
  [['sale', 'purchase', 'cost', 'retail', 'money'], '1,2,3,4,5,6,7'],
] as const)(
  'a role hiding the amounts %j reports the price limits %j',
  async (hidden, priceLimit) => {
    const loginName = `without-${hidden.join('-')}`;
    const { id } = await add(loginName.slice(0, 30), { hiddenAmounts: [...hidden] });
    await server.addUser({ loginName, roleId: id });
    const token = await server.signIn(loginName);
    expect(await server.call(currentPriceLimit, {}, token)).toEqual({ priceLimit });
  },
);

test('an owner has no price limit, no role type, and every button of every page', async () => {
  expect(await server.call(currentPriceLimit, {})).toEqual({ priceLimit: '' });
  expect(await server.call(currentRoleType, {})).toEqual({ roleType: '' });
  const { userBtn } = await server.call(currentButtons, {});
  expect(userBtn).toContainEqual({ url: '/bill/sale_out', btnStr: '1,2,3,7' });
  expect(userBtn).toContainEqual({ url: '/system/role', btnStr: '1,3' });
  expect(userBtn.filter(({ btnStr }) => btnStr === '')).toEqual([]);
});

test('a user has the type of the role, and the buttons of the role on each page', async () => {
  const { id: roleId } = await add('sellers', { type: 'salesperson' });
  const urls = ['/bill/sale_out', '/bill/sale_back', '/system/customer'];
  await server.call(setRoleFunctions, { roleId, urls });
  const btnStr = [
    { url: '/system/customer', buttons: ['3' as const] },
    { url: '/bill/sale_out', buttons: ['2' as const, '1' as const] },
  ];
  await server.call(setRoleButtons, { roleId, btnStr });
  await server.addUser({ loginName: 'seller', roleId });
  const token = await server.signIn('seller');
  expect(await server.call(currentRoleType, {}, token)).toEqual({ roleType: 'salesperson' });
  expect(await server.call(currentButtons, {}, token)).toEqual({
    userBtn: [
      { url: '/bill/sale_out', btnStr: '1,2' },
      { url: '/system/customer', btnStr: '3' },
    ],
  });
});
