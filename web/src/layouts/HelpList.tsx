import { Modal } from 'antd';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { useHotkeys } from 'react-hotkeys-hook';
import { t } from '../phrase/index.ts';
import type { PhraseKey } from '../phrase/index.ts';

const shortcuts = [
  ['Ctrl+K', 'help.searchAll'],
  ['/ · F3', 'help.search'],
  ['n · F2', 'help.new'],
  ['g h', 'help.goHome'],
  ['g p · g s · g r', 'help.goBills'],
  ['g i · g o', 'help.goMoney'],
  ['g m · g k', 'help.goProducts'],
  ['g c · g v', 'help.goPartners'],
  ['?', 'help.list'],
  ['Ctrl+S', 'help.save'],
  ['Ctrl+Enter', 'help.saveAndApprove'],
  ['Ctrl+P', 'help.print'],
  ['Alt + ← →', 'help.neighbours'],
  ['Shift+F10', 'help.rowMenu'],
  ['Esc', 'help.back'],
  ['Enter', 'help.enter'],
  ['Tab · ↑ ↓ ← →', 'help.move'],
  ['F2', 'help.editCell'],
  ['F4', 'help.openCell'],
  ['F7', 'help.picker'],
  ['F8', 'help.approveOrScans'],
  ['F9', 'help.scanMode'],
  ['F10', 'help.saveAndNew'],
  ['Shift + ↑ ↓ ← →', 'help.rangeSelect'],
  ['Ctrl+D', 'help.fillDown'],
  ['Ctrl+V', 'help.paste'],
  ['Ctrl+Z · Ctrl+Y', 'help.undo'],
  ['Delete', 'help.clearCells'],
  ['Ctrl+Backspace', 'help.removeRow'],
  ['Alt + ↑ ↓', 'help.moveRow'],
] as const satisfies readonly (readonly [string, PhraseKey])[];

/** Opens the list of keys at `?`, except while something is being typed. */
export function useHelpKey(): readonly [boolean, (open: boolean) => void] {
  const [open, setOpen] = useState(false);
  useHotkeys('?', () => setOpen(true), { useKey: true, preventDefault: true });
  return [open, setOpen];
}

/** Every key the product answers to. */
export const HelpList = ({
  open,
  onClose,
}: {
  readonly open: boolean;
  readonly onClose: () => void;
}): ReactNode => (
  <Modal title={t('help.title')} open={open} onCancel={onClose} footer={null} width={800}>
    <dl className="help-list">
      {shortcuts.map(([keys, key]) => (
        <div key={keys}>
          <dt>
            <kbd>{keys}</kbd>
          </dt>
          <dd>{t(key)}</dd>
        </div>
      ))}
    </dl>
  </Modal>
);
