import type { SessionUser } from '@tradehouse/contract';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { loadPhrases } from '../phrase/index.ts';
import { PasswordForm } from './PasswordForm.tsx';

test.each([
  ['asks for the old password', null, 3],
  ['does not ask for an old password typed at the sign-in', 'hash', 2],
])('the form of a new password %s', async (_, old, fields) => {
  await loadPhrases('en');
  // SAFETY: the form reads these fields of a user and no others.
  const user = { id: '1', loginName: 'clerk' } as SessionUser;
  const form = createElement(PasswordForm, { user, old, onChanged: () => undefined });
  expect(renderToStaticMarkup(form).match(/type="password"/g)).toHaveLength(fields);
});
