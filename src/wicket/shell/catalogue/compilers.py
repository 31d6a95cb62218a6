"""What compilers, assemblers and linkers read, write and execute by their options.

See `usage` for how a line reads, and `file_tools` for the kinds. Of their own are

    NAMES      files to write, each behind `=`: `dep-info=x,link=y`, `tree-all=x`
    PASSED     options for another program, which `nested_options` reads as that one does
    CODEGEN    `key=value`, where some keys name programs and files
"""

from wicket.shell.catalogue.usage import table

COMPILERS = table("""
@gcc: +fused -o|--output=WRITE -MF=WRITE -MJ=WRITE -MT=VALUE -MQ=VALUE -M -MM -MD -MMD -MP -MG -dumpdir=WRITE
    -dumpbase=WRITE -dumpbase-ext=VALUE -dumpversion -dumpmachine -dumpspecs -dumpfullversion -d?VALUE -wrapper=COMMAS
    --ld-path=PROGRAM -fuse-ld=PLUGIN -fplugin=CODEFILE -fpass-plugin=CODEFILE -fplugin-arg-?VALUE -load=CODEFILE
    -plugin=VALUE -specs|--specs=CONFIGFILE --config=CONFIGFILE --config-system-dir=CONFIGFILE
    --config-user-dir=CONFIGFILE -B=CONFIGFILE -ccc-install-dir=CONFIGFILE -cc1:EXTERNAL -cc1as:EXTERNAL -Wl,=PASSED
    -Wa,=PASSED -Wp,=PASSED -Xlinker=PASSED -Xassembler=PASSED -Xpreprocessor=PASSED -Xclang=PASSED -mllvm=PASSED
    -fdump-?NAMES -fopt-info?NAMES -fprofile-dir=WRITE -fprofile-generate?WRITE -fcs-profile-generate?WRITE
    -fprofile-instr-generate?WRITE -fprofile-use?READ -fprofile-note=WRITE -fauto-profile?READ -fdeps-file=WRITE
    -fdiagnostics-add-output=WRITES -fdiagnostics-set-output=WRITES -fmodule-mapper=PIPED -aux-info=WRITE
    -fcrash-diagnostics-dir=WRITE -ftime-trace=WRITE -ftime-trace-granularity=VALUE -foptimization-record-file=WRITE
    -fmodules-cache-path=WRITE -fmodule-output?WRITE -fmodule-file=READ -index-store-path=WRITE
    -gen-cdb-fragment-path=WRITE --serialize-diagnostics|-serialize-diagnostics=WRITE -include=READ -imacros=READ
    -include-pch=READ -fembed-bitcode?VALUE -fsanitize-ignorelist=READ -fsanitize-blacklist=READ -isystem=VALUE
    -iquote=VALUE -idirafter=VALUE -iprefix=VALUE -iwithprefix=VALUE -isysroot=VALUE -imultilib=VALUE --sysroot=VALUE
    -resource-dir=VALUE --param=VALUE -target|--target=VALUE -arch=VALUE -framework=VALUE -x=VALUE -T=READ -u=VALUE
    -z=VALUE -e=VALUE -L=VALUE -l=VALUE -I=VALUE -D=VALUE -U=VALUE -A=VALUE -std=VALUE -O?VALUE -g?VALUE -W?VALUE
    -f?VALUE -m?VALUE -static -shared -pthread -pipe -pie -no-pie -nostdlib -nostartfiles -nodefaultlibs -rdynamic
    -save-temps?VALUE -c -S -E -v -w -s -P -C -Q -H READ...
gcc: @gcc
cc: @gcc
cc1: @gcc -MD=WRITE -MMD=WRITE
llvm: +fused -load|--load=CODEFILE -load-pass-plugin|--load-pass-plugin=CODEFILE
    -info-output-file|--info-output-file=WRITE -time-trace-file|--time-trace-file=WRITE VALUE...
ld: +fused -o|--output=WRITE -Map|--Map=WRITE -plugin|--plugin=CODEFILE -plugin-opt|--plugin-opt=VALUE
    --dependency-file=WRITE --out-implib=WRITE --reproduce=WRITE --time-trace-file=WRITE --time-trace?WRITE
    --lto-obj-path=WRITE --thinlto-cache-dir=WRITE --error-handling-script=PROGRAM -T|--script=READ -dT=READ
    --version-script=READ --dynamic-list=READ --retain-symbols-file=READ -R|--just-symbols=READ
    --remap-inputs-file=READ --symbol-ordering-file=READ -L=VALUE -l=VALUE -rpath|--rpath=VALUE
    -rpath-link|--rpath-link=VALUE -soname|--soname|-h=VALUE -e|--entry=VALUE -z=VALUE -m=VALUE -u=VALUE -y=VALUE
    -I|-dynamic-linker|--dynamic-linker=VALUE -a=VALUE -A=VALUE -b|--format=VALUE -c=READ -f=VALUE -F=VALUE -G=VALUE
    -O?VALUE --defsym=VALUE --wrap=VALUE --sysroot=VALUE --build-id?VALUE --hash-style=VALUE --version --help -s -S -v
    -V -t -x -X -r -E -N -n -q -d READ...
as: +fused -o=WRITE -a?NAMES --MD=WRITE -I=VALUE -D -f -J -K -L -R -W -Z -g?VALUE -m?VALUE --defsym=VALUE
    --debug-prefix-map=VALUE --32 --64 --x32 READ...
rustc: -o=WRITE --out-dir=WRITE --emit=NAMES --print=NAMES -C|--codegen=CODEGEN -Z=CODEGEN --extern=CODEGEN
    --sysroot=CONFIGFILE -L=VALUE -l=VALUE -A=VALUE -W=VALUE -D=VALUE -F=VALUE --cfg=VALUE --check-cfg=VALUE
    --crate-name=VALUE --crate-type=VALUE --edition=VALUE --target=VALUE --cap-lints=VALUE --explain=VALUE
    --error-format=VALUE --json=VALUE --color=VALUE --remap-path-prefix=VALUE --diagnostic-width=VALUE -O -g -v -V -h
    --test READ...
javac: +fused -d=WRITE -s=WRITE -h=WRITE -Xstdout=WRITE -processor=CONFIGFILE
    -processorpath|--processor-path=CONFIGFILE --processor-module-path=CONFIGFILE -Xplugin?CONFIGFILE -J?PASSED
    -cp|-classpath|--class-path=VALUE -p|--module-path=VALUE -m|--module=VALUE --add-modules=VALUE
    --module-source-path=VALUE --release=VALUE -source|--source=VALUE -target|--target=VALUE -encoding=VALUE
    -sourcepath|--source-path=VALUE -bootclasspath|--boot-class-path=VALUE -extdirs=VALUE -endorseddirs=VALUE
    --system=VALUE --upgrade-module-path=VALUE --limit-modules=VALUE --module-version=VALUE -Xmaxerrs=VALUE
    -Xmaxwarns=VALUE -X?VALUE -A?VALUE -g?VALUE READ...
jvm: +fused -javaagent?CONFIGFILE -agentpath?CONFIGFILE -agentlib?CONFIGFILE -XX?WRITES -Xlog?WRITES -Xloggc?WRITES
    -X?VALUE -D?VALUE VALUE...
compile: +single -o=WRITE -asmhdr=WRITE -linkobj=WRITE -cpuprofile=WRITE -memprofile=WRITE -blockprofile=WRITE
    -mutexprofile=WRITE -traceprofile=WRITE -bench=WRITE -symabis=READ -importcfg=READ -embedcfg=READ -pgoprofile=READ
    VALUE...
go tool: +single -o|-output=WRITE -objdir=WRITE -dynout=WRITE -exportheader=WRITE -cpuprofile=WRITE -extld=PROGRAM
    -tools=PROGRAM -html=READ -func=READ TOUCH...
protoc: -o|--descriptor_set_out=WRITE --dependency_out=WRITE --plugin=CODEGEN -I|--proto_path=VALUE --encode=VALUE
    --decode=VALUE --descriptor_set_in=READ TOUCH...
tsc: +short --outDir=WRITE --outFile|--out=WRITE --declarationDir=WRITE --tsBuildInfoFile=WRITE --generateTrace=WRITE
    --generateCpuProfile=WRITE -p|--project=LOOK -b|--build -w|--watch --noEmit --rootDir=VALUE --target|-t=VALUE
    --module|-m=VALUE --lib=VALUE --jsx=VALUE --moduleResolution=VALUE --types=VALUE --typeRoots=VALUE READ...
kotlinc: +fused -d=WRITE -Xplugin=CONFIGFILE -script:EXTERNAL -e|-expression=CODE -P=VALUE -cp|-classpath=VALUE
    -J?PASSED -jvm-target=VALUE -language-version=VALUE -api-version=VALUE -kotlin-home=CONFIGFILE -module-name=VALUE
    -no-jdk -include-runtime -nowarn -X?VALUE READ...
swiftc: +fused -o=WRITE -load-plugin-executable=CONFIGFILE -load-plugin-library=CONFIGFILE -plugin-path=CONFIGFILE
    -external-plugin-path=CONFIGFILE -tools-directory=CONFIGFILE -use-ld=PLUGIN -ld-path=PROGRAM
    -emit-module-path=WRITE -output-file-map=CONFIGFILE -module-cache-path=WRITE -index-store-path=WRITE
    -emit-dependencies-path=WRITE -serialize-diagnostics-path=WRITE -working-directory=VALUE -module-name=VALUE
    -target=VALUE -sdk=VALUE -swift-version=VALUE -Xcc=PASSED -Xlinker=PASSED -Xclang-linker=PASSED -I=VALUE -L=VALUE
    -F=VALUE -D=VALUE -l=VALUE -j=VALUE -O?VALUE -g?VALUE READ...
nvcc: +fused -o|--output-file=WRITE -odir|--output-directory=WRITE -ccbin|--compiler-bindir=PROGRAM -Xcompiler=PASSED
    -Xlinker=PASSED -optf|--options-file=CONFIGFILE -MF|--dependency-output=WRITE -keep-dir|--keep-dir=WRITE
    -ldir|--libdevice-directory=CONFIGFILE -arch|--gpu-architecture=VALUE -gencode|--generate-code=VALUE
    -std|--std=VALUE -I=VALUE -L=VALUE -l=VALUE -D=VALUE -x=VALUE -O?VALUE -g?VALUE READ...
clang-tidy: +short -load|--load=CODEFILE --config-file=READ --config=VALUE -fix|--fix:INPLACE --fix-errors:INPLACE
    --fix-notes:INPLACE --export-fixes=WRITE --store-check-profile=WRITE --vfsoverlay=READ -p=VALUE --checks=VALUE
    --header-filter=VALUE --extra-arg=VALUE --extra-arg-before=VALUE --warnings-as-errors=VALUE --quiet READ...
""")
