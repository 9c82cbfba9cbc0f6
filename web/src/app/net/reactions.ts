import { t } from '../../phrase/index.ts';
import type { CallError } from './envelope.ts';
import { reactionTo } from './envelope.ts';
import { notices } from '../notices.ts';
import { refusalPlace } from './refusalPlaces.ts';
import { endSession, session } from '../session/session.ts';

/** Set while the "sign in again" question is open, so that ten failed calls ask once. */
let asking = false;

function askToSignInAgain(): void {
  if (asking) return;
  asking = true;
  notices().modal.error({
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

/** Says a refusal in the dialog that is open, else as a notice. */
const sayRefusal = (message: string): void => {
  const place = refusalPlace();
  if (place === undefined) notice(message);
  else place.say(message);
};

const notice = (description: string): void => {
  notices().notification.error({
    key: description,
    title: t('system.prompt'),
    description,
  });
};

/** Shows the user what a failed call means (spec §8). `quiet`: the caller shows plain refusals itself. */
export function react(error: CallError, quiet: boolean): void {
  const hadToken = session() !== null;
  switch (reactionTo(error, hadToken)) {
    case 'expired':
      return askToSignInAgain();
    case 'unauthorized':
      notice(t('error.unauthorized'));
      if (hadToken) leaveSoon();
      return;
    case 'denied':
      return sayRefusal(error.message || t('error.denied'));
    case 'missing':
      return quiet && error.message !== ''
        ? undefined
        : sayRefusal(error.message || t('error.missing'));
    case 'timeout':
      return notice(t('error.timeout'));
    case 'offline':
      return quiet ? undefined : notice(error.message);
    case 'message':
      if (!quiet) sayRefusal(error.message || t('error.request'));
  }
}
