# Build stage: everything needed to compile; not part of the image.
FROM node:24.11.1-bookworm-slim AS build
RUN apt-get update \
 && apt-get install -y --no-install-recommends g++ make python3 \
 && rm -rf /var/lib/apt/lists/*
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY tsconfig.json ./
COPY src ./src
COPY scripts/build.ts scripts/build-assets.ts ./scripts/
# What only compilers and debuggers read stays out of the image.
RUN npm run build \
 && npm prune --omit=dev --no-audit --no-fund \
 && find node_modules -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' \) -delete \
 && rm -rf node_modules/better-sqlite3/deps node_modules/better-sqlite3/build/Release/obj* node_modules/pdfjs-dist/legacy/web node_modules/pdfjs-dist/web \
 && strip --strip-unneeded /usr/local/bin/node

# Runtime stage: Node without npm, LibreOffice Writer (headless), metric-compatible fonts, fonts for names in any script, one
# unprivileged user. Nothing is fetched for one architecture only: docker buildx builds for amd64 and arm64.
FROM debian:12.12-slim
# Chinese, Japanese and Korean as in Word, emoji, and open families: 157 MB. Without them, --build-arg EXTRA_FONTS=
ARG EXTRA_FONTS="fonts-noto-cjk fonts-noto-color-emoji fonts-open-sans fonts-roboto-unhinted fonts-lato fonts-inter fonts-paratype fonts-firacode fonts-jetbrains-mono fonts-quattrocento fonts-cmu"
# LibreOffice 25.2 of Debian's backports lays out more documents as Word does than Debian 12's own 7.4.
RUN echo 'deb http://deb.debian.org/debian bookworm-backports main' >/etc/apt/sources.list.d/backports.list \
 && apt-get update \
 && apt-get install -y --no-install-recommends -t bookworm-backports libreoffice-writer-nogui libreoffice-math-nogui python3-uno \
 && apt-get install -y --no-install-recommends \
      tini curl bubblewrap libjemalloc2 libturbojpeg0 fontconfig \
      fonts-crosextra-carlito fonts-liberation2 fonts-dejavu-core \
      fonts-noto-core fonts-wqy-microhei $EXTRA_FONTS \
      hyphen-fr hyphen-en-us hyphen-de hyphen-es hyphen-it hyphen-nl \
 && rm -rf /var/lib/apt/lists/* /usr/lib/libreoffice/share/gallery /usr/lib/libreoffice/share/template \
      /usr/share/libreoffice/share/config/images_*.zip /usr/lib/libreoffice/share/config/images_*.zip \
 && useradd --system --uid 10001 --create-home paraph \
 && install -d -o paraph -g paraph -m 700 /data
COPY --from=build /usr/local/bin/node /usr/local/bin/
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY openapi.yaml THIRD-PARTY-NOTICES.md ./
COPY templates ./templates
COPY docs ./docs
USER paraph
# Production mode: the development outbox is off, since in a container every visitor could appear to be local.
ENV PARAPH_HOST=0.0.0.0 PARAPH_PORT=3000 PARAPH_DATA_DIR=/data PARAPH_PRODUCTION=on
# Reduces memory usage, like the Node flag below; see docs/self-hosting.md, "Memory".
ENV MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=1048576 MALLOC_TRIM_THRESHOLD_=4194304
VOLUME /data
EXPOSE 3000
# Unhealthy: it does not answer, or cannot read and write its database, its files or its disk. Healthy without LibreOffice: it
# still signs and verifies, and another start would not mend it. See docs/self-hosting.md, "In containers".
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s --retries=3 \
  CMD curl -fsS "http://localhost:$PARAPH_PORT/health/ready?exclude=office"
# tini reaps what a killed LibreOffice leaves and passes SIGTERM on for the drain.
ENTRYPOINT ["tini", "--", "node"]
CMD ["--max-semi-space-size=8", "dist/main.js"]
