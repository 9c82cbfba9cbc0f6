import { Alert, Button, Space } from 'antd';
import { notices } from '../../app/notices.ts';
import { useSettings } from '../../app/settings/settings.ts';
import { timeText } from '../../control/format.ts';
import { t } from '../../phrase/index.ts';
import type { NamedDraft } from '../draft/localDraft.ts';
import type { KeptDrafts } from './useLocalDraft.ts';

interface Named {
  readonly partnerName: string;
}

interface Props<Head extends Named, Line> {
  readonly drafts: KeptDrafts<Head, Line>;
  /** There is something in the form already. */
  readonly dirty: boolean;
  /** What a line is about; '' where nothing stands in it. */
  readonly about: (line: Line) => string;
  /** The draft is in the form: the button that said so is gone, and the keyboard with it. */
  readonly onTaken: () => void;
}

/** Says what earlier visits left unsaved, when and what, and gives each back. */
export function DraftOffer<Head extends Named, Line>(props: Props<Head, Line>) {
  const { drafts, dirty, about, onTaken } = props;
  const { timeZone } = useSettings();
  const { offered } = drafts;
  if (offered.length === 0) return null;
  const said = ({ head, lines, at }: NamedDraft<Head, Line>): string => {
    const names = lines.map(about).filter((name) => name !== '');
    return [
      timeText(new Date(at).toISOString(), timeZone),
      head.partnerName,
      names[0] ?? '',
      t('document.draft.lines', { lines: names.length }),
    ]
      .filter((part) => part !== '')
      .join(' · ');
  };
  const take = async (draft: NamedDraft<Head, Line>): Promise<void> => {
    const agreed =
      !dirty ||
      (await notices().modal.confirm({
        title: t('document.draft.take'),
        content: t('document.draft.takeAsk'),
        okText: t('document.draft.take'),
      }));
    if (!agreed) return;
    drafts.take(draft);
    onTaken();
  };
  const discard = async (draft: NamedDraft<Head, Line>): Promise<void> => {
    const agreed = await notices().modal.confirm({
      title: t('document.draft.drop'),
      content: said(draft),
      okText: t('document.draft.drop'),
      okButtonProps: { danger: true },
      focusable: { autoFocusButton: 'cancel' },
    });
    if (agreed) drafts.discard(draft);
  };
  return (
    <Alert
      type="info"
      showIcon
      className="draft-offer"
      title={
        <>
          <strong>{t('document.draft.offer', { count: offered.length })}</strong>
          <ul>
            {offered.map((draft) => (
              <li key={draft.id}>
                <span>{said(draft)}</span>
                <Space>
                  <Button size="small" onClick={() => void take(draft)}>
                    {t('document.draft.take')}
                  </Button>
                  <Button size="small" type="text" onClick={() => void discard(draft)}>
                    {t('document.draft.drop')}
                  </Button>
                </Space>
              </li>
            ))}
          </ul>
        </>
      }
    />
  );
}
