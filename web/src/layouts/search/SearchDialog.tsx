// Results are links in a list driven by the field above: no native element has the roles.
/* oxlint-disable jsx-a11y/prefer-tag-over-role */
import { SearchOutlined } from '@ant-design/icons';
import { Button, Input, Modal } from 'antd';
import type { InputRef } from 'antd';
import type { KeyboardEvent, ReactNode } from 'react';
import { useContext, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { TabActionsContext } from '../../app/tabs/tabs.ts';
import { linkAddress, opensByBrowser } from '../../control/PageLink.tsx';
import { t } from '../../phrase/index.ts';
import type { SearchGroup, SearchItem } from './searchGroups.ts';
import { useSearch } from './useSearch.ts';
import './search.css';

interface Props {
  readonly mobile: boolean;
  /** Opens a page of the menu or a record in a tab of the product. */
  readonly onOpen: (url: string) => void;
  readonly onClose: () => void;
}

/** Browsers open a tab only within seconds of a key or click, and report no tab that they block. */
const mayOpenBrowserTab = (): boolean =>
  !('userActivation' in navigator) || navigator.userActivation.isActive;

const inBrowserTab = ({ url }: SearchItem): void => {
  globalThis.open(linkAddress(url), '_blank', 'noopener');
};

/** Tracks the result selected by keys; opens on Enter. */
function useSelectedResult(typed: string, onOpen: (item: SearchItem) => void) {
  const { groups, isCurrent, failed, retry } = useSearch(typed);
  const items = groups.flatMap((group) => group.items);
  const [at, setAt] = useState(0);
  // A scanner types and presses Enter before the server has answered: the answer is waited for.
  const [waiting, setWaiting] = useState<'tab' | 'browserTab' | null>(null);
  // The answer came too late for a browser tab: the key has to be pressed again.
  const [late, setLate] = useState(false);
  const chosen = items[Math.min(at, items.length - 1)];
  const enter = (browserTab: boolean): void => {
    setLate(false);
    if (!isCurrent) setWaiting(browserTab ? 'browserTab' : 'tab');
    else if (chosen !== undefined) (browserTab ? inBrowserTab : onOpen)(chosen);
  };
  const answer = useEffectEvent(() => {
    const browserTab = waiting === 'browserTab';
    setWaiting(null);
    if (browserTab && chosen !== undefined && !mayOpenBrowserTab()) setLate(true);
    else enter(browserTab);
  });
  useEffect(() => {
    if (waiting !== null && isCurrent) answer();
  }, [waiting, isCurrent]);
  const restart = (): void => {
    setAt(0);
    setWaiting(null);
    setLate(false);
  };
  // Results of the previous text are about to disappear: keys select none.
  const move = (by: number): void => {
    if (isCurrent) setAt((before) => Math.max(0, Math.min(items.length - 1, before + by)));
  };
  return { groups, items, isCurrent, failed, late, retry, chosen, enter, move, restart };
}

/** Searches products, documents, partners, pages and actions; fully operable by keys. */
export function SearchDialog({ mobile, onOpen, onClose }: Props): ReactNode {
  const tabs = useContext(TabActionsContext);
  const id = useId();
  const field = useRef<InputRef>(null);
  // The dialog takes the focus when shown: move the focus to the field.
  useEffect(() => {
    const frame = requestAnimationFrame(() => field.current?.focus());
    return () => cancelAnimationFrame(frame);
  }, []);
  const [typed, setTyped] = useState('');
  const open = (item: SearchItem): void => {
    onClose();
    if (item.isNew === true) tabs?.create(item.url);
    else onOpen(item.url);
  };
  const { groups, items, isCurrent, failed, late, retry, chosen, enter, move, restart } =
    useSelectedResult(typed, open);
  const press = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') enter(event.ctrlKey || event.metaKey);
    else if (event.key === 'ArrowDown') move(1);
    else if (event.key === 'ArrowUp') move(-1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <Modal
      className={mobile ? 'search-dialog phone' : 'search-dialog'}
      title={t('shell.search')}
      width={mobile ? '100%' : 640}
      open
      footer={null}
      // The opened page takes the focus itself.
      focusable={{ focusTriggerAfterClose: false }}
      onCancel={onClose}
      afterOpenChange={(shown) => shown && field.current?.focus()}
    >
      <Input
        ref={field}
        autoFocus
        allowClear
        size="large"
        role="combobox"
        aria-expanded={items.length > 0}
        aria-controls={id}
        aria-activedescendant={chosen === undefined ? undefined : `${id}-${items.indexOf(chosen)}`}
        aria-label={t('shell.search')}
        placeholder={t('search.placeholder')}
        prefix={<SearchOutlined aria-hidden />}
        maxLength={100}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          restart();
        }}
        onKeyDown={press}
      />
      <Results id={id} groups={groups} chosen={chosen} onOpen={open} />
      <p className="search-note" role="status">
        {late
          ? t('search.late')
          : failed
            ? t('search.failed')
            : isCurrent && items.length === 0
              ? t('select.none')
              : !mobile && t('search.keys')}
        {failed && (
          <Button type="link" size="small" onClick={retry}>
            {t('act.retry')}
          </Button>
        )}
      </p>
    </Modal>
  );
}

interface ResultsProps {
  readonly id: string;
  readonly groups: readonly SearchGroup[];
  readonly chosen: SearchItem | undefined;
  readonly onOpen: (item: SearchItem) => void;
}

function Results({ id, groups, chosen, onOpen }: ResultsProps): ReactNode {
  const items = groups.flatMap((group) => group.items);
  return (
    <div id={id} role="listbox" aria-label={t('shell.search')} className="search-results">
      {groups.map((group) => (
        <div key={group.key} role="group" aria-label={t(`search.${group.key}`)}>
          <h3 aria-hidden>{t(`search.${group.key}`)}</h3>
          {group.items.map((item) => (
            <a
              key={item.url}
              id={`${id}-${items.indexOf(item)}`}
              ref={(row) => {
                if (item === chosen) row?.scrollIntoView({ block: 'nearest' });
              }}
              role="option"
              tabIndex={-1}
              aria-selected={item === chosen}
              href={linkAddress(item.url)}
              onClick={(event) => {
                if (opensByBrowser(event)) return;
                event.preventDefault();
                onOpen(item);
              }}
            >
              <span>{item.text}</span>
              <span className="hint">{item.hint}</span>
            </a>
          ))}
        </div>
      ))}
    </div>
  );
}
