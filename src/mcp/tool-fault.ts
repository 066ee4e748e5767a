/** Arguments of a tool that cannot be used; the message tells the model what to do instead. */
export class ToolFault extends Error {
  override readonly name = 'ToolFault'
}
