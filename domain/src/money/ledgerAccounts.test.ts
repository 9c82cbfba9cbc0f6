import { describe, expect, test } from 'vitest';
import { entriesOf } from '../keys.ts';
import {
  balanceLines,
  fitsRole,
  ledgerAccountTypes,
  ledgerRoles,
  profitLines,
  profitPurses,
  profitTypes,
  rolesOfPurse,
  statementOf,
} from './ledgerAccounts.ts';
import { revaluedPurses } from './revaluation.ts';

const revalued = new Set<string>(Object.values(revaluedPurses));

test('every ledger role but the profit roles belongs to exactly one booked subledger account', () => {
  const played = entriesOf(rolesOfPurse).flatMap(([purse, roles]) =>
    revalued.has(purse) ? [] : roles,
  );
  expect(new Set(played).size).toBe(played.length);
  expect([...played, 'profit', 'retained'].toSorted()).toEqual([...ledgerRoles].toSorted());
});

test('the revaluation of a subledger account has the ledger roles of the account', () => {
  for (const [purse, value] of entriesOf(revaluedPurses))
    expect(rolesOfPurse[value]).toEqual(rolesOfPurse[purse]);
});

test.each([
  ['sales', 'revenue', true],
  ['sales', 'liability', false],
  ['receivable', 'asset', true],
  ['receivable', 'revenue', false],
  ['payable', 'asset', true],
  ['income', 'liability', true],
  ['expense', 'asset', true],
  ['expense', 'expense', true],
  ['retained', 'equity', true],
  ['retained', 'gain', false],
] as const)('the role %s may belong to a ledger account of type %s: %s', (role, type, fits) => {
  expect(fitsRole(role, type)).toBe(fits);
});

test('only profit-and-loss subledger accounts may belong to a profit-and-loss ledger account', () => {
  const able = entriesOf(rolesOfPurse)
    .filter(([, roles]) => roles.some((role) => profitTypes.some((type) => fitsRole(role, type))))
    .map(([purse]) => purse);
  expect([...profitPurses].toSorted()).toEqual(able.toSorted());
});

describe.each([
  ['profit and loss', profitLines, profitTypes],
  ['the balance sheet', balanceLines, ['asset', 'liability', 'equity']],
] as const)('the statement of %s', (_, lines, types) => {
  test('lists every account type of the statement once', () => {
    const listed = lines.filter(({ lists }) => lists).flatMap(({ of }) => [...of]);
    expect(listed.toSorted()).toEqual([...types].toSorted());
  });
});

test('each ledger account type belongs to a single statement', () => {
  expect(ledgerAccountTypes.filter((type) => statementOf[type] === 'balance')).toEqual([
    'asset',
    'liability',
    'equity',
  ]);
  expect(profitLines.at(-1)?.of).toEqual(profitTypes);
});
