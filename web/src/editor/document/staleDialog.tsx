import { notices } from '../../app/notices.ts';
import { t } from '../../phrase/index.ts';

export type StaleChoice = 'mine' | 'theirs' | 'stay';

/** Somebody saved the document meanwhile: keep what is here, take theirs, or look first. Escape looks first. */
export function askStale(facts: {
  readonly number: string;
  readonly time: string;
}): Promise<StaleChoice> {
  return new Promise((resolve) => {
    const dialog = notices().modal.confirm({
      title: t('document.stale.title', { number: facts.number }),
      content: t('document.stale.text', { time: facts.time }),
      okText: t('document.stale.mine'),
      cancelText: t('document.stale.theirs'),
      closable: true,
      onOk: () => resolve('mine'),
      // The corner and Escape call this with a function of antd's; the button without one.
      onCancel: (...given: readonly unknown[]) => {
        dialog.destroy();
        resolve(given.length > 0 ? 'stay' : 'theirs');
      },
    });
  });
}
