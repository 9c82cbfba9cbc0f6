import { SearchOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { IconButton } from '../../control/IconButton.tsx';
import { t } from '../../phrase/index.ts';
import { SearchDialog } from './SearchDialog.tsx';

/** Ctrl+K from anywhere, also while something is being typed. */
function useSearchKey(open: () => void): void {
  const pressed = useEffectEvent(open);
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const isKey = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey;
      if (!isKey || event.key.toLowerCase() !== 'k') return;
      event.preventDefault();
      pressed();
    };
    document.addEventListener('keydown', press, true);
    return () => document.removeEventListener('keydown', press, true);
  }, []);
}

interface Props {
  readonly mobile: boolean;
  readonly onOpen: (url: string) => void;
}

/** Renders the header's search button and handles its key. */
export function HeaderSearch({ mobile, onOpen }: Props): ReactNode {
  const [searching, setSearching] = useState(false);
  const before = useRef<Element | null>(null);
  const open = (): void => {
    if (!searching) before.current = document.activeElement;
    setSearching(true);
  };
  const close = (): void => {
    setSearching(false);
    // An opened page has taken the focus by now.
    const { current } = before;
    setTimeout(() => {
      if (document.activeElement === document.body && current instanceof HTMLElement)
        current.focus();
    });
  };
  useSearchKey(open);
  return (
    <>
      {mobile ? (
        <IconButton
          icon={<SearchOutlined aria-hidden />}
          label={t('shell.search')}
          onClick={open}
        />
      ) : (
        <Button
          className="search-button"
          icon={<SearchOutlined aria-hidden />}
          aria-keyshortcuts="Control+K"
          onClick={open}
        >
          {t('shell.search')}
          <kbd aria-hidden>Ctrl K</kbd>
        </Button>
      )}
      {searching && <SearchDialog mobile={mobile} onOpen={onOpen} onClose={close} />}
    </>
  );
}
