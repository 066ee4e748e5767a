#!/bin/sh
# Checks the evidence of a document that was signed electronically, with openssl and without the service that made
# it. README.txt says what each step means. This file is the same for every document of one operator: get it from
# the operator again (README.txt says where) rather than from whoever gave you the evidence.
#
#   sh check.sh [folder [fingerprints]]
#
# folder: where the evidence was unpacked; left out: where this file is. fingerprints: SHA-256 of the operator's root
# certificate, from a second source, and of each that it has succeeded, separated by commas; left out: those below.
# Exit code 0: everything holds, else 1.
# Uses: sh, openssl 1.1.1 or later, cat cmp cut dirname find grep head mkdir mktemp od rm sed sort tail tr
# uniq wc xargs.
set -eu
LC_ALL=C
export LC_ALL
ROOTS='@ROOTS_SHA256@'

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# No authority of this computer is believed, only the root certificates below.
mkdir "$work/none"
SSL_CERT_DIR=$work/none
SSL_CERT_FILE=$work/none/none.pem
export SSL_CERT_DIR SSL_CERT_FILE

fail() { printf '\nNOT PROVED: %s\nNON PROUVÉ\n' "$*"; exit 1; }
step() { printf '\n%s\n' "$1"; }
sha256() { summed=$(openssl dgst -sha256 -r); printf '%s' "${summed%% *}"; }
quiet() { "$@" >"$work/said" 2>&1 || { cat "$work/said"; return 1; }; }
is_number() { case $1 in '' | *[!0-9]* | ????????????????*) return 1 ;; esac; }
fingerprint() { openssl x509 -in "$1" -outform DER | sha256; }
# So many bytes of a file, from an offset.
bytes() { tail -c +$(($2 + 1)) "$1" | head -c "$3"; }
plain() { n=${1%%.*} n=${n#0}; printf '%s' "${n:-0}"; }

# Seconds since 1970: year month day hour minute second
seconds() {
  m=$(plain "$2") d=$(plain "$3") a=$(((14 - m) / 12))
  y=$(($1 + 4800 - a)) m=$((m + 12 * a - 3))
  days=$((d + (153 * m + 2) / 5 + 365 * y + y / 4 - y / 100 + y / 400 - 2472633))
  printf '%s' $((days * 86400 + $(plain "$4") * 3600 + $(plain "$5") * 60 + $(plain "$6")))
}
# Time in a time-stamp token, such as "Nov 22 18:10:00 2026 GMT", as seconds since 1970.
token_time() {
  text=$(openssl ts -reply -token_in -in "$1" -text 2>/dev/null | sed -n 's/^Time stamp: //p')
  # shellcheck disable=SC2086  # it is four words
  set -- $text
  [ $# -ge 4 ] || fail 'a time-stamp cannot be read'
  case $1 in
    Jan) mo=1 ;; Feb) mo=2 ;; Mar) mo=3 ;; Apr) mo=4 ;; May) mo=5 ;; Jun) mo=6 ;; Jul) mo=7 ;;
    Aug) mo=8 ;; Sep) mo=9 ;; Oct) mo=10 ;; Nov) mo=11 ;; Dec) mo=12 ;; *) fail 'a time-stamp has no month' ;;
  esac
  hour=${3%%:*} rest=${3#*:}
  seconds "$4" "$mo" "$2" "$hour" "${rest%%:*}" "${rest#*:}"
}
# Time such as 2026-11-22T18:10:00.123Z as seconds since 1970.
iso_time() {
  case $1 in [0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]T[0-9][0-9]:[0-9][0-9]:[0-9][0-9]*Z) ;; *) fail "no time: $1" ;; esac
  # shellcheck disable=SC2046  # it is six words
  seconds $(printf '%s' "$1" | tr 'T:Z-' '    ')
}
# token, its content's file, roots, others: checks a time-stamp at its own time; "at" is that time.
stamped() {
  at=$(token_time "$1")
  quiet openssl ts -verify -token_in -in "$1" -data "$2" -CAfile "$3" -untrusted "$4" -attime "$at"
}

cd "${1:-$(dirname "$0")}"
expected=$(printf '%s' "${2:-$ROOTS}" | tr -d ': ' | tr 'A-F,' 'a-f ')

step '1. The operator: compare each fingerprint with those that the operator publishes'
: >"$work/root.pem"
while IFS= read -r line; do
  [ "$line" != '-----BEGIN CERTIFICATE-----' ] || : >"$work/one.pem"
  printf '%s\n' "$line" >>"$work/one.pem"
  [ "$line" = '-----END CERTIFICATE-----' ] || continue
  openssl x509 -in "$work/one.pem" -noout -subject || fail 'a root certificate cannot be read'
  found=$(fingerprint "$work/one.pem")
  # Only those are believed that were expected; one of them may vouch for another in certificates/chain.pem.
  case " $expected " in
    *" $found "*) printf 'SHA-256 %s\n' "$found"; openssl x509 -in "$work/one.pem" >>"$work/root.pem" ;;
    *) printf 'SHA-256 %s, which was not expected: not believed\n' "$found" ;;
  esac
done <certificates/root.pem
[ -s "$work/root.pem" ] || fail "the root certificate is another one than $expected"

step '2. The files: signed by the operator, none changed, none missing, none added'
[ ! -L MANIFEST.p7s ] && [ ! -L MANIFEST.sha256 ] || fail 'the list of files is not in this folder'
stamped MANIFEST.tst MANIFEST.p7s "$work/root.pem" certificates/chain.pem || fail 'the time-stamp over the list of files'
quiet openssl cms -verify -binary -inform DER -in MANIFEST.p7s -content MANIFEST.sha256 -CAfile "$work/root.pem" \
  -certfile certificates/chain.pem -purpose any -attime "$at" -signer "$work/seal.pem" -out /dev/null ||
  fail 'the list of files is not signed by the operator'
openssl x509 -in "$work/seal.pem" -noout -subject
# A person's certificate has a serial number in its name; time-stamps and lists are signed under another usage.
case $(openssl x509 -in "$work/seal.pem" -noout -subject) in *serialNumber*) fail 'a person signed the list of files' ;; esac
case $(openssl x509 -in "$work/seal.pem" -noout -ext keyUsage | tr -d '\n') in
  *'critical    Non Repudiation') ;; *) fail 'the list of files is not signed under the seal' ;;
esac
[ "$(wc -l <MANIFEST.sha256)" -eq "$(grep -cE '^[0-9a-f]{64}  [A-Za-z0-9][A-Za-z0-9._/-]*$' MANIFEST.sha256)" ] ||
  fail 'the list of files has another form'
cut -c67- MANIFEST.sha256 | sort >"$work/listed"
! grep -q '\.\.' "$work/listed" || fail 'the list of files leads elsewhere'
printf '%s\n' MANIFEST.sha256 MANIFEST.p7s MANIFEST.tst | sort - "$work/listed" >"$work/wanted"
find . ! -type d ! -name .DS_Store | sed 's|^\./||' | sort >"$work/present"
[ -z "$(find . -type l)" ] || fail 'there are links among the files'
cmp -s "$work/wanted" "$work/present" ||
  fail "missing, or no part of the evidence: $(sort "$work/wanted" "$work/present" | uniq -u | head -n 3 | tr '\n' ' ')"
cut -c67- MANIFEST.sha256 | xargs openssl dgst -sha256 -r | sed 's/ \*/  /' >"$work/hashed"
cmp -s "$work/hashed" MANIFEST.sha256 ||
  fail "changed: $(grep -vxF -f "$work/hashed" MANIFEST.sha256 | cut -c67- | tr '\n' ' ')"
printf '%s files\n' "$(wc -l <MANIFEST.sha256)"

cat "$work/root.pem" certificates/stamp-roots.pem >"$work/roots.pem"

step '3. The trail: each entry follows the one before, and time-stamps hold'
state=start seq=0 before='' document='' closed=0 stamps=0 stamped_to=0
: >"$work/entries"
: >"$work/hashes"
while IFS= read -r line; do
  case $state in
    start)
      case $line in '{"format":"paraph-trail/1","document_id":"doc_'*'",') ;; *) fail 'trail.json has another form' ;; esac
      document=${line#*'"document_id":"'} document=${document%'",'} state=header ;;
    header)
      case $line in '"header":{'*"\"document_id\":\"$document\""*'},') ;; *) fail 'the trail is that of another document' ;; esac
      header=${line#'"header":'} header=${header%,}
      before=$(printf '%s' "$header" | sha256) state=open ;;
    open)
      [ "$line" = '"entries":[' ] || fail 'trail.json has another form'
      state=entries ;;
    entries)
      if [ "$line" = '],' ]; then state=between; continue; fi
      seq=$((seq + 1)) line=${line%,}
      hash=${line#'{"hash":"'} hash=${hash%%'"'*} entry="{${line#"{\"hash\":\"$hash\","}"
      [ "{\"hash\":\"$hash\",${entry#\{}" = "$line" ] || fail "entry $seq has another form"
      [ "$(printf '%s' "$entry" | sha256)" = "$hash" ] || fail "entry $seq was changed"
      case $entry in
        '{"actor":"'*"\"prev_hash\":\"$before\",\"seq\":$seq,\"type\":\""*'}') ;; *) fail "entry $seq does not follow" ;;
      esac
      printf '%s\n' "$entry" >>"$work/entries"
      printf '%s\n' "$hash" >>"$work/hashes"
      before=$hash ;;
    between)
      [ "$line" = '"stamps":[' ] || fail 'trail.json has another form'
      state=stamps ;;
    stamps)
      if [ "$line" = ']}' ]; then state=end; continue; fi
      number=${line#'{"seq":'} number=${number%%,*}
      is_number "$number" && [ "$number" -ge 1 ] && [ "$number" -le "$seq" ] || fail 'a time-stamp is over no entry'
      token=${line#*'"token_base64":"'}
      printf '%s' "${token%%'"'*}" | openssl base64 -d -A >"$work/token"
      # The stamp is over the 32 bytes of the entry's hash.
      escaped='' rest=$(sed -n "${number}p" "$work/hashes")
      while [ -n "$rest" ]; do
        tail=${rest#??}
        escaped="$escaped\\$(printf '%03o' "0x${rest%"$tail"}")" rest=$tail
      done
      # shellcheck disable=SC2059  # the bytes are written by their octal numbers
      printf "$escaped" >"$work/hash"
      stamped "$work/token" "$work/hash" "$work/roots.pem" certificates/chain.pem || fail "the time-stamp over entry $number"
      made=$(sed -n "${number}s/^{\"actor\":\"[^\"]*\",\"at\":\"\([^\"]*\)\",.*/\1/p" "$work/entries")
      [ "$at" -ge $(($(iso_time "$made") - 1)) ] || fail "the time-stamp over entry $number is earlier than the entry"
      stamps=$((stamps + 1))
      [ "$number" -le "$stamped_to" ] || stamped_to=$number
      openssl cms -verify -inform DER -in "$work/token" -noverify -signer "$work/authority.pem" -out "$work/said" 2>&1
      printf 'entry %s, time-stamped %s seconds later, %s\n' "$number" $((at - $(iso_time "$made"))) \
        "$(openssl x509 -in "$work/authority.pem" -noout -subject)" ;;
    *) fail 'trail.json goes on behind its end' ;;
  esac
done <trail/trail.json
[ "$state" = end ] || fail 'trail.json has no end'
completed=$(sed -n 's/.*"seq":\([0-9]*\),"type":"document.completed","ua":null}$/\1/p' "$work/entries")
is_number "$completed" || fail 'the trail has not one entry of completion'
[ "$stamps" -gt 0 ] || fail 'the trail has no time-stamp'
[ "$stamped_to" -ge "$completed" ] || fail 'no time-stamp covers the completion'
# The last renewal of the archive time-stamps, which the files have had since.
renewed=$(sed -n 's/.*"seq":\([0-9]*\),"type":"document.renewed","ua":null}$/\1/p' "$work/entries" | tail -n 1)
[ -z "$renewed" ] || [ "$stamped_to" -ge "$renewed" ] || fail 'no time-stamp covers the renewal'
printf '%s, %s entries, time-stamped up to %s\n' "$document" "$seq" "$stamped_to"

step '4. The documents are those of the trail'
end=$(sed -n "${completed}p" "$work/entries")
files=$(sed -n "${renewed:-$completed}p" "$work/entries")
member() { printf '%s' "$end" | sed -n "s/.*\"$1\":\"\([0-9a-f]*\)\".*/\1/p"; }
same() { [ "$(sha256 <"$1")" = "$2" ] || fail "$1 is not the file that the trail names"; printf '%s\n' "$1"; }
same document-original.pdf "$(printf '%s' "$header" | sed -n 's/.*"sha256":"\([0-9a-f]*\)".*/\1/p')"
of_file() { printf '%s' "$files" | sed -n "s/.*\"$1\":\"\([0-9a-f]*\)\".*/\1/p"; }
same document-signed.pdf "$(of_file sha256)"
# Where the request has several files, the others are in files/2, files/3 and so on.
numbers() { printf '%s' "$1" | sed -n 's/.*"further_sha256":{\([^}]*\)}.*/\1/p' | tr ',' '\n' | sed -n 's/^"\([0-9]*\)":"[0-9a-f]*"$/\1/p'; }
of_number() { printf '%s' "$1" | sed -n "s/.*\"further_sha256\":{[^}]*\"$2\":\"\([0-9a-f]*\)\".*/\1/p"; }
further=$(numbers "$header")
[ "$further" = "$(numbers "$end")" ] && [ "$further" = "$(numbers "$files")" ] || fail 'the trail names other files at its end'
if [ -d files ]; then listed_files=$(find files -name document-signed.pdf | wc -l); else listed_files=0; fi
[ "$(printf '%s' "$further" | grep -c .)" -eq "$((listed_files))" ] || fail 'there are more or fewer files than the trail names'
folders=.
for number in $further; do
  same "files/$number/document-original.pdf" "$(of_number "$header" "$number")"
  same "files/$number/document-signed.pdf" "$(of_number "$files" "$number")"
  folders="$folders files/$number"
done
[ ! -e proof-certificate.pdf ] && [ -n "$(of_file proof_sha256)" ] && fail 'proof-certificate.pdf is missing'
[ ! -e proof-certificate.pdf ] || same proof-certificate.pdf "$(of_file proof_sha256)"
# What signers uploaded: each is named in the entry of its signature.
grep '"type":"signer.signed",' "$work/entries" |
  grep -o '"id":"sfl_[A-Za-z0-9]*","media_type":"[a-z]*/[a-z]*","sha256":"[0-9a-f]*"' |
  sed 's/^"id":"\(sfl_[^"]*\)","media_type":"[a-z]*\/\([a-z]*\)","sha256":"\([0-9a-f]*\)"$/\1.\2 \3/; s/\.jpeg /.jpg /' >"$work/uploads" || :
if [ -d signer-files ]; then
  while read -r name hash; do
    [ -f "signer-files/$name" ] || fail "signer-files/$name is missing"
    same "signer-files/$name" "$hash"
  done <"$work/uploads"
  [ "$(find signer-files ! -type d ! -name list.json | wc -l)" -eq "$(wc -l <"$work/uploads")" ] ||
    fail 'there are files of signers that the trail does not name'
elif [ -s "$work/uploads" ]; then
  echo 'The files that signers uploaded are not in this archive: the service did not yet include them.'
fi

step '5. The parties are those of the trail'
if [ -n "$(member parties_sha256)" ]; then
  same parties.json "$(member parties_sha256)"
  grep '^{' parties.json | while IFS= read -r party; do
    of() { printf '%s' "$party" | sed -n "s/.*\"$1\":\"\([^\"]*\)\".*/\1/p"; }
    id=$(of id) phone=$(of phone) email=$(of email)
    sent=$(grep "\"signer_id\":\"$id\"" "$work/entries" | grep '"type":"signer.otp_sent",' | tail -n 1)
    known=$(grep "\"signer_id\":\"$id\"" "$work/entries" | grep '"type":"signer.verified",' | tail -n 1)
    if [ -z "$sent" ]; then
      case $known in
        *'"method":"passkey"'*) what='a passkey' ;;
        *'"method":"totp"'*) what='an authenticator app' ;;
        *) fail "no code went to $phone" ;;
      esac
      printf '%s: %s that was registered for an earlier document\n' "$id" "$what"
      continue
    fi
    case $sent in
      *'"channel":"email"'*)
        case $sent in *"\"email\":\"$email\""*) ;; *) fail "no code went to $email" ;; esac
        printf '%s: the code went to %s\n' "$id" "$email"
        continue
        ;;
    esac
    proof=$(printf '%s%s' "$(of phone_salt)" "$phone" | sha256)
    case $sent in *"\"phone_commitment\":\"$proof\""*) ;; *) fail "no code went to $phone" ;; esac
    printf '%s: the code went to %s\n' "$id" "$phone"
  done || exit 1
else
  echo 'The service that kept this trail did not yet name the parties in it: only the list of files binds them.'
fi

step '6. The signatures'
: >"$work/persons"
for base in $folders; do
  [ "$base" = . ] || echo "$base:"
  pdf=$base/document-signed.pdf
  size=$(wc -c <"$pdf") size=$((size)) reach=0 seals=0
  last=
  while read -r name kind whose first second length listed more; do
    is_number "$first" && is_number "$second" && is_number "$length" && is_number "$listed" && [ -z "$more" ] ||
      fail 'signatures/list.txt has another form'
    [ $((second + length)) -gt "$reach" ] && [ $((second + length)) -le "$size" ] && [ "$first" -lt "$second" ] ||
      fail "$name covers another part of the file"
    reach=$((second + length))
    case $whose in
      own | earlier) ;;
      foreign) echo "$name: made under another authority; not checked here"; last=foreign; continue ;;
      *) fail "$whose" ;;
    esac
    folder=$base/signatures/$name
    case $kind in signature) cms=$folder/signature.p7s ;; document-timestamp) cms=$folder/timestamp.tst ;; *) fail "$kind" ;; esac
    # The PDF itself gives these numbers, and the signature is what lies between both parts.
    case $(bytes "$pdf" $((first - 120)) 120 | tr '\000\n' '  ') in
      *"/ByteRange [0 $first $second $length]"*' /Contents ') ;; *) fail "$name covers another part of the file" ;;
    esac
    hex=$(od -An -v -tx1 "$cms" | tr -d ' \n')
    gap=$(bytes "$pdf" "$first" $((second - first)) | tr 'A-F' 'a-f')
    case $gap in "<$hex"*'>') ;; *) fail "$cms is not the signature in the file" ;; esac
    gap=${gap#"<$hex"}
    case ${gap%'>'} in *[!0]*) fail "$cms is not the whole signature in the file" ;; esac
    { head -c "$first" "$pdf"; bytes "$pdf" "$second" "$length"; } >"$work/covered"
    if [ "$kind" = signature ]; then
      openssl asn1parse -inform DER -in "$cms" >"$work/parts"
      # Where the value and the time-stamp over it lie in the signature: offset, length of the head, length.
      where='s/^ *\([0-9]*\):d=[58]  *hl= *\([0-9]*\)  *l= *\([0-9]*\) .*/\1 \2 \3/p'
      value=$(grep ':d=5 .*prim: OCTET STRING' "$work/parts" | sed -n "$where")
      stamp=$(sed -n '/:d=7 .*:id-smime-aa-timeStampToken/{n;n;p;}' "$work/parts" | sed -n "$where")
      # shellcheck disable=SC2086  # they are three words
      { set -- $value; [ $# -eq 3 ] && bytes "$cms" $(($1 + $2)) "$3" >"$work/value"; } || fail "$name has no value"
      # shellcheck disable=SC2086
      { set -- $stamp; [ $# -eq 3 ] && bytes "$cms" "$1" $(($2 + $3)) >"$work/stamp"; } || fail "$name has no time-stamp"
      cmp -s "$work/value" "$folder/signature-value.bin" || fail "$folder/signature-value.bin is another one"
      cmp -s "$work/stamp" "$folder/timestamp.tst" || fail "$folder/timestamp.tst is another one"
      stamped "$work/stamp" "$work/value" "$work/roots.pem" certificates/chain.pem || fail "the time-stamp of $name"
      quiet openssl cms -verify -binary -inform DER -in "$cms" -content "$work/covered" -CAfile "$work/root.pem" \
        -certfile certificates/chain.pem -purpose any -attime "$at" -signer "$work/signer.pem" -out /dev/null ||
        fail "the signature $name"
      signer=$(fingerprint "$work/signer.pem")
      [ "$(fingerprint "$folder/certificate.pem")" = "$signer" ] || fail "$folder/certificate.pem is another one"
      case $(openssl x509 -in "$work/signer.pem" -noout -subject) in
        *serialNumber*) [ "$whose" = earlier ] || printf '%s\n' "$signer" >>"$work/persons" ;;
        *)
          if [ "$whose" != earlier ]; then
            seals=$((seals + 1))
            # The seal names the entry that was the last one when it was made; those of older services name none.
            head=$(bytes "$pdf" "$second" 200 | tr '\000\n' '  ' | sed -n 's/^ \/M ([^)]*) \/XXTrailHead (\([0-9a-f]*\)).*/\1/p')
            [ -z "$head" ] || grep -qxF "$head" "$work/hashes" || fail "$name names an entry that is not in the trail"
          fi ;;
      esac
    else
      stamped "$cms" "$work/covered" "$work/roots.pem" certificates/chain.pem || fail "the time-stamp $name"
    fi
    [ "$listed" -ge "$at" ] || fail "$name: its revocation lists are from before"
    quiet openssl verify -crl_check_all -attime "$listed" -purpose any -CRLfile crls/all.pem -CAfile "$work/roots.pem" \
      -untrusted certificates/chain.pem "$folder/certificate.pem" || fail "the certificate of $name"
    printf '%s holds\n' "$name"
    last=$kind
  done <"$base/signatures/list.txt"
  [ "$reach" -eq "$size" ] && [ "${last:-}" = document-timestamp ] || fail 'the file goes on behind its last time-stamp'
  [ "$seals" -gt 0 ] || fail 'the file has no seal'
done
grep -o '"certificate_sha256":"[0-9a-f]*"' "$work/entries" | cut -d '"' -f 4 | sort >"$work/named"
sort "$work/persons" | cmp -s - "$work/named" || fail 'the signatures are not those of the trail'

printf '\nEverything holds.\nTout est intact.\n'
