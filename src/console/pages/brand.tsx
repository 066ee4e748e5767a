/** The page "Your brand", under "Settings": how the account presents itself to signers. */
import type { FastifyReply } from 'fastify'
import { AppError } from '../../kernel/errors.ts'
import { Alert, Button, Check, Field, FileField, SelectField } from '../../pages/components.tsx'
import type { Html } from '../../pages/html.ts'
import type { Brand, BrandInput } from '../../signing/branding/schemas.ts'
import { LOGO_BYTES_MAX } from '../../signing/branding/service.ts'
import type { BrandHolder } from '../../signing/branding/store.ts'
import { say } from '../../translations/texts.ts'
import { Crumb, OwnForm, PageHead, Section } from '../components.tsx'
import { type FileRequest, fileForm, LINE } from '../file-forms.ts'
import { findingList } from '../findings.tsx'
import { onPage } from '../guarded-call.ts'
import { problemText } from '../problem-words.ts'
import type { ConsoleRoutes, MemberRequest } from '../route-builder.ts'
import { noteEvent } from '../senders.ts'
import type { Visit } from '../visit.ts'
import type { Reader } from '../words.ts'

const SETTINGS = '/console/settings'
const PATH = `${SETTINGS}/brand`
const LOGO = `${PATH}/logo.png`
const FILE = { kind: 'file', description: 'the logo' } as const

interface BrandPage {
  brand: Brand
  /** What was entered, where it was refused. */
  given: BrandInput
  error: AppError | undefined
}

/** The brand of live requests; those of test keys have it too unless one was set with a test key. */
const holderOf = ({ session }: Pick<MemberRequest, 'session'>): BrandHolder => ({
  account_id: session.accountId,
  mode: 'live',
})

async function showBrand(context: MemberRequest, refused?: Pick<BrandPage, 'given' | 'error'>): Promise<FastifyReply> {
  const brand = await context.parts.branding.get(holderOf(context))
  const { given = brand, error } = refused ?? {}
  const main = brandMain(context.visit, { brand, given, error })
  return context.show({ title: context.visit.words.brand.title, main, error })
}

/** What was entered; a logo that is neither replaced nor removed stays. */
function brandFrom(context: FileRequest, now: Brand): BrandInput {
  const line = (name: string): string | null => context.field(name).trim() || null
  const file = context.file('logo')?.bytes
  const kind = file?.[0] === 0x89 ? 'png' : 'jpeg'
  const logo = file && `data:image/${kind};base64,${Buffer.from(file).toString('base64')}`
  const kept = context.field('remove_logo') === 'yes' ? null : now.logo
  return {
    name: line('name'),
    reply_to: line('reply_to'),
    color: line('color'),
    host: line('host'),
    logo: logo ?? kept,
  }
}

async function setBrand(context: FileRequest): Promise<FastifyReply> {
  const { branding } = context.parts
  const { accountId } = context.session
  const given = brandFrom(context, await branding.get(holderOf(context)))
  const shown = (error: AppError) => showBrand(context, { given, error })
  return await onPage(context, shown, async () => {
    await branding.set(holderOf(context), given, `key:console:${accountId}`)
    await noteEvent(context, 'settings.changed', 'brand')
    return context.go(PATH, 'brand_set')
  })
}

async function showLogo(context: MemberRequest): Promise<FastifyReply> {
  const { logo } = await context.parts.branding.of(holderOf(context))
  if (logo === null) throw new AppError('not_found', say('console.noLogo'))
  const headers = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' }
  return context.reply.headers(headers).type('image/png').send(logo)
}

function brandMain(visit: Visit, { brand, given, error }: BrandPage): Html {
  const words = visit.words.brand
  const { colors } = brand
  const shown = colors && words.colors({ light: colors.light.accent, dark: colors.dark.accent })
  return (
    <>
      <Crumb href={SETTINGS}>{visit.words.settings.title}</Crumb>
      <PageHead title={words.title} text={words.text} />
      {error !== undefined && (
        <div class="faults" id="faults">
          <Alert kind="error" title={words.refused}>
            {error.errors.length > 0 ? findingList(visit, error.errors) : <p>{problemText(visit.locale, error)}</p>}
          </Alert>
        </div>
      )}
      <Section id="brand" title={words.link}>
        <OwnForm visit={visit} action={PATH} files className="stack narrow-form">
          <Field id="name" label={words.name} hint={words.nameHint} value={given.name ?? ''} maxLength={80} />
          {logoFields(visit, brand)}
          <Field
            id="color"
            label={words.color}
            hint={
              <>
                {words.colorHint} {shown}
              </>
            }
            value={given.color ?? ''}
            maxLength={7}
          />
          <Field
            id="reply_to"
            label={words.reply}
            hint={words.replyHint}
            type="email"
            value={given.reply_to ?? ''}
            maxLength={254}
            autocomplete="email"
          />
          {hostField(visit, brand, given)}
          <Button label={words.save} type="submit" />
        </OwnForm>
      </Section>
    </>
  )
}

function logoFields(visit: Reader, { logo }: Brand): Html {
  const words = visit.words.brand
  return (
    <>
      {logo !== null && (
        <>
          <p>
            <img class="own-logo" src={LOGO} alt={words.logoNow} />
          </p>
          <Check name="remove_logo" label={words.logoRemove} />
        </>
      )}
      <FileField
        id="logo"
        name="logo"
        label={words.logo}
        hint={words.logoHint}
        drop={words.logoDrop}
        accept="image/png,image/jpeg"
        required={false}
        max={{ bytes: LOGO_BYTES_MAX, text: words.logoOver }}
      />
    </>
  )
}

function hostField(visit: Reader, { hosts }: Brand, given: BrandInput): Html | false {
  if (hosts.length === 0) return false
  const words = visit.words.brand
  const choices = [['', words.hostNone] as const, ...hosts.map((host) => [host, host] as const)]
  return <SelectField id="host" label={words.host} hint={words.hostHint} choices={choices} chosen={given.host ?? ''} />
}

/** Its routes. */
export function brandRoutesOf(routes: ConsoleRoutes): void {
  routes.member('GET', '/settings/brand', 'settings.read', showBrand)
  routes.member('GET', '/settings/brand/logo.png', 'settings.read', showLogo)
  const spec = {
    logo: FILE,
    name: LINE,
    reply_to: LINE,
    color: LINE,
    host: LINE,
    remove_logo: LINE,
  }
  fileForm(routes, { url: '/settings/brand', action: 'settings.change', spec }, setBrand)
}
