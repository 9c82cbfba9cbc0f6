import { documentKinds } from '@tradehouse/domain';
import type { KindCode } from '@tradehouse/domain';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useEffect } from 'react';
import { language } from '../../app/session/language.ts';
import { useMay } from '../../app/settings/permission.ts';
import { useKeptRecent } from '../../app/settings/recent.ts';
import { useReadOnce } from '../../app/net/readOnce.ts';
import { useDirty, useTab, useTabActions } from '../../app/tabs/tabs.ts';
import type { DocumentBarProps } from '../form/DocumentBar.tsx';
import { useDocumentKeys } from '../form/useDocumentKeys.ts';
import type { KeyActions } from '../form/useDocumentKeys.ts';
import { FailureView } from '../../control/FailureView.tsx';
import { t } from '../../phrase/index.ts';
import { RowsSkeleton } from '../../record/states.tsx';

interface OpenedProps<Start> {
  readonly read: () => Promise<Start>;
  readonly children: (start: Start) => ReactNode;
}

/** Opens a document editor once its initial data is read. */
export function Opened<Start>({ read, children }: OpenedProps<Start>): ReactNode {
  const { key } = useTab();
  const { data, error, newer } = useReadOnce(['documentStart', key], read);
  if (error !== null) {
    return (
      <FailureView title={error.message}>
        <Button onClick={() => void newer()}>{t('act.retry')}</Button>
      </FailureView>
    );
  }
  return data === undefined ? <RowsSkeleton /> : children(data);
}

interface DocumentWritingState {
  readonly head: { readonly id: string | null; readonly number: string };
  readonly dirty: boolean;
  readonly saving: boolean;
}

/** Sets up an editor's tab: title, common and kind-specific keys, and the bar. */
export function useWriting(
  code: KindCode,
  { head, dirty, saving }: DocumentWritingState,
  save: (approved: boolean, goOn?: boolean) => Promise<boolean>,
  keys: KeyActions,
): DocumentBarProps {
  const { url, name: names } = documentKinds[code];
  const name = names[language];
  const tabs = useTabActions();
  const { query } = useTab();
  const may = useMay();
  const approves = url !== null && may(url, '2');

  // A number distinguishes several unsaved documents of one kind.
  const which = query.get('n') ?? '';
  const fresh = [name, t('shell.new')].join(' · ') + (which === '' ? '' : ` ${which}`);
  useDirty(dirty, () => save(false));
  useEffect(() => {
    tabs.setTitle(head.number === '' ? fresh : head.number);
    // The tabs of a page stay the same.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [head.number, fresh]);
  const { id, number } = head;
  useKeptRecent(id === null ? null : { kind: code, id, number });
  useDocumentKeys({
    'Ctrl+S': () => void save(false),
    'Ctrl+Enter': () => (approves ? void save(true) : false),
    Escape: () => tabs.close(),
    F2: () => url !== null && tabs.create(`${url}/new`),
    F10: () => void save(false, true),
    ...keys,
  });
  return {
    name,
    number: head.number,
    isNew: head.id === null,
    saving,
    approves,
    onSave: (approved, goOn) => void save(approved, goOn),
    onClose: tabs.close,
  };
}
