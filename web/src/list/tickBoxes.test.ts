import { logTable } from '@tradehouse/contract';
import { beforeAll, expect, test } from 'vitest';
import { loadPhrases } from '../phrase/index.ts';
import { listPage } from './listPage.tsx';
import { firstDrawn } from './testScreen.ts';

beforeAll(() => loadPhrases('en'));

const row = { id: '1', objectName: 'Crate', loginName: 'ann', time: '2026-05-01T02:03:04.000Z' };
const remove = {
  key: 'remove',
  label: 'Remove',
  button: '1',
  needs: 'some',
  run: () => false,
} as const;
const writeNew = {
  key: 'new',
  label: 'New',
  button: '1',
  needs: 'none',
  run: () => false,
} as const;

test.each([
  ['nothing is done with ticked rows', [writeNew], ['1'], false],
  ['the user may not do the act', [remove], [], false],
  ['an act takes ticked rows', [remove], ['1'], true],
  ['ticked rows can be exported', [], ['3'], true],
])(
  'rows of a list have check boxes only if the user has a batch action: %s',
  (_, actions, buttons, has) => {
    const Page = listPage({ table: logTable, actions });
    const page = firstDrawn(Page, '/system/log', [row], '', buttons);
    expect(page).toContain('Crate');
    expect(page.includes('type="checkbox"')).toBe(has);
  },
);
