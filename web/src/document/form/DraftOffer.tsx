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

/** Goes on with a draft; asks first where something stands in the form already. */
async function take<Head extends Named, Line>(
  draft: NamedDraft<Head, Line>,
  { drafts, dirty, onTaken }: Props<Head, Line>,
): Promise<void> {
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
}

/** Whether a draft may be dropped, of which `said` tells what it is. */
const askToDrop = (said: string) =>
  notices().modal.confirm({
    title: t('document.draft.drop'),
    content: said,
    okText: t('document.draft.drop'),
    okButtonProps: { danger: true },
    focusable: { autoFocusButton: 'cancel' },
  });

/** When a draft was left, for whom, and what its first line is about. */
function saidOf<Head extends Named, Line>(
  { head, lines, at }: NamedDraft<Head, Line>,
  about: (line: Line) => string,
  timeZone: string,
): string {
  const names = lines.map(about).filter((name) => name !== '');
  return [
    timeText(new Date(at).toISOString(), timeZone),
    head.partnerName,
    names[0] ?? '',
    t('document.draft.lines', { lines: names.length }),
  ]
    .filter((part) => part !== '')
    .join(' · ');
}

type OneProps<Head extends Named, Line> = Props<Head, Line> & {
  readonly draft: NamedDraft<Head, Line>;
};

function OneDraft<Head extends Named, Line>({ draft, ...props }: OneProps<Head, Line>) {
  const { timeZone } = useSettings();
  const said = saidOf(draft, props.about, timeZone);
  const drop = async (): Promise<void> => {
    if (await askToDrop(said)) props.drafts.discard(draft);
  };
  return (
    <li>
      <span>{said}</span>
      <Space>
        <Button size="small" onClick={() => void take(draft, props)}>
          {t('document.draft.take')}
        </Button>
        <Button size="small" type="text" onClick={() => void drop()}>
          {t('document.draft.drop')}
        </Button>
      </Space>
    </li>
  );
}

/** Says what earlier visits left unsaved, when and what, and gives each back. */
export function DraftOffer<Head extends Named, Line>(props: Props<Head, Line>) {
  const { offered } = props.drafts;
  if (offered.length === 0) return null;
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
              <OneDraft key={draft.id} {...props} draft={draft} />
            ))}
          </ul>
        </>
      }
    />
  );
}
