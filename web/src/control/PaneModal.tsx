import { CloseOutlined, FullscreenExitOutlined, FullscreenOutlined } from '@ant-design/icons';
import { Alert } from 'antd';
import type { ReactNode } from 'react';
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { addRefusalPlace } from '../app/net/refusalPlaces.ts';
import { t } from '../phrase/index.ts';
import { IconButton } from './IconButton.tsx';
import { useDialogKeys } from './useDialogKeys.ts';

export interface PaneModalProps {
  readonly title: ReactNode;
  /** In pixels; never wider than the page. */
  readonly width: number;
  readonly className?: string;
  readonly footer?: ReactNode;
  /** Content is loaded; the cursor then goes into the first field. Default: at once. */
  readonly ready?: boolean;
  readonly children: ReactNode;
  readonly onCancel: () => void;
  /** Saves the input: Ctrl+S, and Enter in a field. Absent without input. */
  readonly onSubmit?: (() => void) | undefined;
}

const focusable = 'input:not([disabled], [type=hidden], [hidden]), textarea:not([disabled])';

/** Focused cell of a line grid that has the keyboard. */
const chosenCell = (pane: Element | null): HTMLInputElement | null =>
  pane?.querySelector<HTMLInputElement>('.line-grid-cell.focus input') ?? null;

/** Keeps focus out of the page covered by the dialog, and restores the cursor afterwards. */
function useCover(panel: HTMLElement | null): void {
  useEffect(() => {
    const cover = panel?.parentElement;
    if (panel === null || cover === null || cover === undefined) return undefined;
    const before = document.activeElement;
    const pane = cover.parentElement;
    const cellBefore = chosenCell(pane);
    const covered = [...(pane?.children ?? [])].filter(
      (other) => other !== cover && !other.hasAttribute('inert'),
    );
    for (const other of covered) other.setAttribute('inert', '');
    return () => {
      for (const other of covered) other.removeAttribute('inert');
      // A choice here may have moved to another cell, which could not take the cursor while covered.
      const cell = chosenCell(pane);
      if (cell !== null && cell !== cellBefore) {
        cell.focus();
        cell.select();
      } else if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, [panel]);
}

/** Puts the cursor into the dialog's first field, or its first row to choose, once loaded. */
function useFirstField(panel: HTMLElement | null, ready: boolean): void {
  useEffect(() => {
    if (panel === null || !ready) return;
    const first = (what: string): HTMLElement | null =>
      panel.querySelector<HTMLElement>(`.pane-dialog-body :is(${what})`);
    (first(focusable) ?? first('tr[tabindex="0"]') ?? panel).focus();
  }, [panel, ready]);
}

/** Positions the dialog over the visible part of a scrolled page. */
function useInSight(panel: HTMLElement | null): void {
  useLayoutEffect(() => {
    const cover = panel?.parentElement;
    const scrolled = cover?.parentElement?.scrollTop ?? 0;
    if (cover === null || cover === undefined || scrolled === 0) return;
    cover.style.setProperty('top', `${scrolled}px`);
    cover.style.setProperty('bottom', `${-scrolled}px`);
  }, [panel]);
}

/** Refusal received while the dialog was in front; cleared by its next click. */
function useRefusals(panel: HTMLElement | null) {
  const [refused, setRefused] = useState<string | null>(null);
  useEffect(
    () =>
      panel === null
        ? undefined
        : addRefusalPlace({ isShown: () => panel.getClientRects().length > 0, say: setRefused }),
    [panel],
  );
  return [refused, () => setRefused(null)] as const;
}

function PaneModalDialog(props: PaneModalProps): ReactNode {
  const { title, width, className, footer, children, onCancel } = props;
  const [panel, setPanel] = useState<HTMLElement | null>(null);
  const [full, setFull] = useState(false);
  const titleId = useId();
  const [refused, forgetRefusal] = useRefusals(panel);
  useInSight(panel);
  useCover(panel);
  useFirstField(panel, props.ready ?? true);
  useDialogKeys(panel, onCancel, props.onSubmit);
  return (
    <div className="pane-cover">
      <div
        ref={setPanel}
        role="dialog"
        aria-labelledby={titleId}
        tabIndex={-1}
        className={`pane-dialog ${full ? 'full' : ''} ${className ?? ''}`}
        style={full ? {} : { width }}
        onClickCapture={forgetRefusal}
      >
        <header className="pane-dialog-head">
          <h2 id={titleId}>{title}</h2>
          <span className="pane-dialog-acts">
            <IconButton
              className="pane-dialog-full"
              icon={
                full ? <FullscreenExitOutlined aria-hidden /> : <FullscreenOutlined aria-hidden />
              }
              label={t(full ? 'modal.notFull' : 'modal.full')}
              onClick={() => setFull(!full)}
            />
            <IconButton
              icon={<CloseOutlined aria-hidden />}
              label={t('act.close')}
              onClick={onCancel}
            />
          </span>
        </header>
        <div className="pane-dialog-body">{children}</div>
        {refused === null ? null : (
          <Alert type="error" showIcon className="pane-dialog-refusal" title={refused} />
        )}
        {footer === undefined || footer === null ? null : (
          <footer className="pane-dialog-foot">{footer}</footer>
        )}
      </div>
    </div>
  );
}

/**
 * Dialog that covers only its own tab and stays alive with it: the remaining tabs stay usable (nicety 22 of
 * the screens).
 */
export function PaneModal(props: PaneModalProps): ReactNode {
  const place = useRef<HTMLSpanElement>(null);
  const [pane, setPane] = useState<Element | null>(null);
  useEffect(() => setPane(place.current?.closest('.pane') ?? document.body), []);
  return (
    <>
      <span ref={place} hidden />
      {pane === null ? null : createPortal(<PaneModalDialog {...props} />, pane)}
    </>
  );
}
