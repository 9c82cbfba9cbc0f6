import { t } from '../../phrase/index.ts';
import type { CallError } from './envelope.ts';
import { reactionTo } from './envelope.ts';
import { getNotices } from '../notices.ts';
import { refusalPlace } from './refusalPlaces.ts';
import { endSession, getSession } from '../session/session.ts';

/** Set while the "sign in again" question is open, so that ten failed calls ask once. */
let asking = false;

function askToSignInAgain(): void {
  if (asking) return;
  asking = true;
  getNotices().modal.error({
    title: t('session.expired'),
    content: t('session.expiredHint'),
    okText: t('session.again'),
    keyboard: false,
    onOk: () => {
      endSession();
      globalThis.location.reload();
    },
  });
}

function leaveSoon(): void {
  if (asking) return;
  asking = true;
  endSession();
  setTimeout(() => globalThis.location.reload(), 1500);
}

/** Shows a refusal in the open dialog, otherwise in a notice. */
const sayRefusal = (message: string): void => {
  const place = refusalPlace();
  if (place === undefined) showErrorNotice(message);
  else place.say(message);
};

const showErrorNotice = (description: string): void => {
  getNotices().notification.error({
    key: description,
    title: t('system.prompt'),
    description,
  });
};

/** Shows the meaning of a failed call. `quiet`: the caller shows plain refusals. */
export function reactToCallError(error: CallError, quiet: boolean): void {
  const hadToken = getSession() !== null;
  switch (reactionTo(error, hadToken)) {
    case 'expired':
      return askToSignInAgain();
    case 'unauthorized':
      showErrorNotice(t('error.unauthorized'));
      if (hadToken) leaveSoon();
      return;
    case 'denied':
      return sayRefusal(error.message || t('error.denied'));
    case 'missing':
      return quiet && error.message !== ''
        ? undefined
        : sayRefusal(error.message || t('error.missing'));
    case 'timeout':
      return showErrorNotice(t('error.timeout'));
    case 'offline':
      return quiet ? undefined : showErrorNotice(error.message);
    case 'message':
      if (!quiet) sayRefusal(error.message || t('error.request'));
  }
}
