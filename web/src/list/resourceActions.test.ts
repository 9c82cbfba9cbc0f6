// Batch actions are offered only if a call exists.
import { activities, roles } from '@tradehouse/contract';
import { expect, test } from 'vitest';
import { resourceActions } from './resourceActions.tsx';

test.each([
  ['can be switched on and off', roles, ['delete', 'enable', 'disable']],
  ['end by themselves', activities, ['delete']],
])('the supported batch actions are offered: records that %s', (_, resource, offered) => {
  expect(resourceActions(resource).map(({ key }) => key)).toEqual(offered);
});
